import { useMemo, useState } from "react";
import {
  contactFieldError,
  filledFor,
  type MergeFields,
  mergeOf,
  type NamedFields,
  namedFields,
} from "@/app/(members)/send/_components/merge";
import type { ShownText } from "@/app/(members)/send/_components/merge-help";
import type { SendForm } from "@/app/(members)/send/_components/send-form";
import type { RecipientList } from "@/lib/sms/numbers/recipient-list";

/**
 * Returns the columns in the text with the recipients' values, the problem with them, and one recipient's
 * text.
 */
export function useMerge(
  { body, file, lists }: Pick<SendForm, "body" | "file" | "lists">,
  list: RecipientList,
  contactFields: readonly string[],
): { fields: MergeFields | undefined; error: string | undefined; shown: ShownText | null } {
  // Values are read again only if the text's columns change, not with each letter.
  const names = JSON.stringify(namedFields(body));
  const toLists = lists.length > 0;
  const merge = useMemo((): ReturnType<typeof mergeOf> => {
    const named = JSON.parse(names) as NamedFields;
    // The server has the values of contacts.
    const error = toLists ? contactFieldError(named, contactFields) : undefined;
    if (toLists) return error === undefined ? {} : { error };
    return mergeOf(named, file, list);
  }, [names, file, list, toLists, contactFields]);
  const [asked, setPlace] = useState(0);
  const place = Math.max(0, Math.min(asked, list.recipients.length - 1));
  const { fields, error } = merge;
  return { fields, error, shown: fields ? { text: filledFor(body, fields, place), place, setPlace } : null };
}

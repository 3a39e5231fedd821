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

/** The columns that the text names with the recipients' values, what is wrong with them, and one recipient's text. */
export function useMerge(
  { body, file, lists }: Pick<SendForm, "body" | "file" | "lists">,
  list: RecipientList,
  contactFields: readonly string[],
): { fields: MergeFields | undefined; error: string | undefined; shown: ShownText | null } {
  // The values are read anew where the text names others, and not with each letter of it.
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

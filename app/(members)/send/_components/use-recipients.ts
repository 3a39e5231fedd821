import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { listedRecipients, type SendForm } from "@/app/(members)/send/_components/send-form";
import { loadPatiently } from "@/components/controls/loaded-later";
import type { RecipientList, readRecipientList } from "@/lib/sms/numbers/recipient-list";

const UNREAD: RecipientList = {
  recipients: [],
  lines: [],
  problems: [],
  missingZeros: { count: 0, first: "", restored: "" },
};

/** Reads the form's recipients. A long list takes time, so typing has priority. */
export function useRecipients(form: SendForm) {
  const numbers = useDeferredValue(form.numbers);
  const read = useListReader();
  const list = useMemo(
    () => read?.(listedRecipients(numbers, form.file), form.missingZero ?? undefined) ?? UNREAD,
    [read, numbers, form.file, form.missingZero],
  );
  return { list, isRead: Boolean(read) && numbers === form.numbers, isOutdated: read === null };
}

/**
 * Loads the code that reads lists of numbers when the form is on the page. The code contains the number
 * formats of all countries.
 * @returns undefined until it is loaded, and null if the server no longer has it.
 */
function useListReader(): typeof readRecipientList | null | undefined {
  const [part, setPart] = useState<{ read: typeof readRecipientList } | null>();
  useEffect(() => {
    let isLeft = false;
    void loadPatiently(() => import("@/lib/sms/numbers/recipient-list")).then((loaded) => {
      if (!isLeft) setPart(loaded && { read: loaded.readRecipientList });
    });
    return () => {
      isLeft = true;
    };
  }, []);
  return part === null ? null : part?.read;
}

import { useEffect, useState } from "react";
import { loadPatiently } from "@/components/controls/loaded-later";
import type { readRecipientList } from "@/lib/sms/numbers/recipient-list";

/**
 * What reads lists of numbers. It knows the numbers of all countries, and is loaded once the form is on the page.
 * @returns undefined until it is there, and null where the server no longer has it.
 */
export function useListReader(): typeof readRecipientList | null | undefined {
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

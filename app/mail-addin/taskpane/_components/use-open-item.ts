import { useEffect, useMemo, useState } from "react";
import { NOTHING_OPEN } from "@/app/mail-addin/taskpane/_components/open-item";
import type { Surroundings } from "@/app/mail-addin/taskpane/_components/outlook";
import { findNumbers } from "@/lib/mail-addin/find-numbers";

/** The maximum number of numbers to choose from. */
const MAX_FOUND = 12;

/**
 * Returns the open email and the numbers in it. Reads again when another email is opened beside a pinned
 * pane.
 */
export function useOpenItem({ outlook }: Surroundings) {
  const [item, setItem] = useState(NOTHING_OPEN);
  const [isReading, setReading] = useState(outlook !== null);
  useEffect(() => {
    if (!outlook) return;
    let latest = 0;
    const read = async () => {
      const turn = ++latest;
      setReading(true);
      const next = await outlook.readItem();
      if (turn !== latest) return;
      setItem(next);
      setReading(false);
    };
    outlook.onChange(() => void read());
    void read();
    return () => {
      latest = Number.NaN;
    };
  }, [outlook]);
  const found = useMemo(() => findNumbers(item.sources, MAX_FOUND), [item]);
  return { subject: item.subject, found, isReading };
}

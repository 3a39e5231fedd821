import { useEffect, useMemo, useState } from "react";
import { NOTHING_OPEN } from "@/app/mail-addin/taskpane/_components/open-item";
import type { Surroundings } from "@/app/mail-addin/taskpane/_components/outlook";
import { findNumbers } from "@/lib/mail-addin/find-numbers";

/** A choice among more numbers than this would be too long. */
const MAX_FOUND = 12;

/**
 * The email beside the pane, with the numbers in it. It is read again when another one is opened beside a
 * pinned pane.
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

import { useEffect, useRef, useState } from "react";
import { fieldsOf, type Meaning, piecesOf } from "@/app/(members)/contacts/_components/map-columns";
import { type SkippedRow, whySkipped } from "@/app/(members)/contacts/_components/skipped-rows";
import { ask } from "@/components/members/request";
import type { ImportPreview } from "@/lib/contracts/members/contacts/contact-imports";
import {
  beginContactImport,
  cancelContactImport,
  readContactImport,
  stageContactImport,
} from "@/lib/contracts/routes/contact-routes";
import type { CsvFile } from "@/lib/sms/numbers/read-csv";

/** Where an import stands: the file is on its way, or has come and can be saved. */
export type ImportStage =
  | { step: "sending"; sent: number }
  | { step: "ready"; id: string; preview: ImportPreview };

/** How often a piece is sent again after the server could not be reached, and how long to wait before, in milliseconds. */
const MAX_TRIES = 5;
const RETRY_MS = 1_500;

/**
 * Brings a file to the server piece by piece. What was brought and not saved is dropped when the page part goes away.
 */
export function useImport() {
  const [stage, setStage] = useState<ImportStage>();
  const [skipped, setSkipped] = useState<SkippedRow[]>([]);
  const [error, setError] = useState<string>();
  const open = useRef<string>(undefined);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      if (open.current !== undefined) void ask(cancelContactImport, { id: open.current }).catch(() => {});
    };
  }, []);

  const bring = async (file: CsvFile, meanings: readonly Meaning[], list: string) => {
    setError(undefined);
    setSkipped([]);
    setStage({ step: "sending", sent: 0 });
    try {
      const fields = fieldsOf(meanings);
      const { id } = await ask(beginContactImport, { fields, ...(list === "" ? {} : { list }) });
      open.current = id;
      const left: SkippedRow[] = [];
      let [chunk, sent] = [0, 0];
      for (const { rows, ...piece } of piecesOf(file, meanings)) {
        const { problems } = await patiently(() => ask(stageContactImport, { id, chunk, ...piece }));
        if (isGone.current) return;
        const numbers = piece.numbers.split("\n");
        for (const { row, problem, field } of problems) {
          const given = numbers[row] ?? "";
          left.push({ line: rows[row]?.line ?? 0, given, why: whySkipped(problem, field, given) });
        }
        chunk++;
        sent += rows.length;
        setStage({ step: "sending", sent });
      }
      setSkipped(left);
      setStage({ step: "ready", id, preview: await ask(readContactImport, { id }) });
    } catch (failure) {
      setStage(undefined);
      setError((failure as Error).message);
    }
  };
  return {
    ...{ stage, skipped, error, bring },
    /** Says that the import was saved, and is not to be dropped. */
    close: () => {
      open.current = undefined;
    },
    /** Goes back to the columns. */
    back: () => setStage(undefined),
  };
}

/** A piece may be sent again: it is staged once. */
async function patiently<Result>(send: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await send();
    } catch (failure) {
      const { status } = failure as { status?: number };
      const isPassing = status === 0 || status === 503 || status === 429;
      if (!isPassing || tries === MAX_TRIES) throw failure;
      await new Promise((resolve) => setTimeout(resolve, tries * RETRY_MS));
    }
  }
}

import { useEffect, useRef, useState } from "react";
import { fieldsOf, type Meaning, piecesOf } from "@/app/(members)/contacts/_components/map-columns";
import { type SkippedRow, whySkipped } from "@/app/(members)/contacts/_components/skipped-rows";
import { ask, RequestError } from "@/components/members/request";
import {
  beginContactImport,
  cancelContactImport,
  readContactImport,
  stageContactImport,
} from "@/lib/contracts/generated/members/contacts/contact-imports";
import type { ImportPreview } from "@/lib/contracts/members/contacts/contact-imports";
import { UNREADABLE } from "@/lib/parsing/files/file-refusal";
import { type LookedAt, rowsBelowTitles } from "@/lib/parsing/files/read-file";
import type { MissingZero } from "@/lib/sms/numbers/number-problems";

/** Where an import stands: the file is on its way, or has come and can be saved. */
export type ImportStage =
  | { step: "sending"; sent: number }
  | { step: "ready"; id: string; preview: ImportPreview };

/** How often a piece is sent again after the server could not be reached, and how long to wait before, in milliseconds. */
const MAX_TRIES = 5;
const RETRY_MS = 1_500;

/** A file that is brought, what its columns become, and the list that its contacts are put in: empty for none. */
type Brought = {
  table: LookedAt;
  meanings: readonly Meaning[];
  missingZero: MissingZero | null;
  list: string;
};

/**
 * Brings a file to the server piece by piece, as it is read: no more than a piece of it is kept. What was brought and not
 * saved is dropped when it is cancelled, and when the page part goes away.
 */
export function useImport() {
  const [stage, setStage] = useState<ImportStage>();
  const [skipped, setSkipped] = useState<SkippedRow[]>([]);
  const [error, setError] = useState<string>();
  const open = useRef<string>(undefined);
  /** Which bringing is under way: one that is no longer this ends at its next piece. */
  const run = useRef(0);
  const drop = () => {
    run.current++;
    if (open.current !== undefined) void ask(cancelContactImport, { id: open.current }).catch(() => {});
    open.current = undefined;
  };
  const dropAtEnd = useRef(drop);
  useEffect(() => dropAtEnd.current, []);

  const bring = async ({ table, meanings, missingZero, list }: Brought) => {
    const own = ++run.current;
    setError(undefined);
    setSkipped([]);
    setStage({ step: "sending", sent: 0 });
    try {
      const fields = fieldsOf(meanings);
      const zeros = missingZero === null ? {} : { missingZero };
      const { id } = await ask(beginContactImport, { fields, ...(list === "" ? {} : { list }) });
      if (run.current !== own) return void ask(cancelContactImport, { id }).catch(() => {});
      open.current = id;
      const left: SkippedRow[] = [];
      let [chunk, sent] = [0, 0];
      for await (const { lines, ...piece } of piecesOf(rowsBelowTitles(table), meanings)) {
        const { problems } = await patiently(() =>
          ask(stageContactImport, { id, chunk, ...piece, ...zeros }),
        );
        if (run.current !== own) return;
        const numbers = piece.numbers.split("\n");
        for (const { row, problem, field } of problems) {
          const given = numbers[row] ?? "";
          left.push({ line: lines[row] ?? 0, given, why: whySkipped(problem, field, given) });
        }
        chunk++;
        sent += lines.length;
        setStage({ step: "sending", sent });
      }
      const preview = await ask(readContactImport, { id });
      if (run.current !== own) return;
      setSkipped(left);
      setStage({ step: "ready", id, preview });
    } catch (failure) {
      if (run.current !== own) return;
      drop();
      setStage(undefined);
      setError(failure instanceof RequestError ? failure.message : UNREADABLE);
    }
  };
  return {
    stage,
    skipped,
    error,
    bring,
    /** Says that the import is being saved, and is not to be dropped; or with its id that it was not. */
    keep: (id?: string) => {
      open.current = id;
    },
    /** Goes back to the columns, and drops what was brought. */
    back: () => {
      drop();
      setStage(undefined);
    },
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

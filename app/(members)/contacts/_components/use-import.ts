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

/** The stage of an import: the file is being sent, or is complete and can be saved. */
export type ImportStage =
  | { step: "sending"; sent: number }
  | { step: "ready"; id: string; preview: ImportPreview };

/**
 * The number of retries of a piece after the server could not be reached, and the wait before each, in
 * milliseconds.
 */
const MAX_TRIES = 5;
const RETRY_MS = 1_500;

/** A file to send, the meanings of its columns, and the list for its contacts: empty for none. */
type ImportInput = {
  table: LookedAt;
  meanings: readonly Meaning[];
  missingZero: MissingZero | null;
  list: string;
};

/**
 * Sends a file to the server in pieces as it is read, with one piece in memory. Drops an unsaved import when
 * it is cancelled and when the component is removed.
 */
export function useImport() {
  const [stage, setStage] = useState<ImportStage>();
  const [skipped, setSkipped] = useState<SkippedRow[]>([]);
  const [error, setError] = useState<string>();
  const open = useRef<string>(undefined);
  /** The number of the current upload. An older upload stops at its next piece. */
  const run = useRef(0);
  const drop = () => {
    run.current++;
    if (open.current !== undefined) void ask(cancelContactImport, { id: open.current }).catch(() => {});
    open.current = undefined;
  };
  const dropAtEnd = useRef(drop);
  useEffect(() => dropAtEnd.current, []);

  const bring = async ({ table, meanings, missingZero, list }: ImportInput) => {
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
    /**
     * Marks the import as being saved, so that it is not dropped. With an ID it reverts that after a failure.
     */
    keep: (id?: string) => {
      open.current = id;
    },
    /** Goes back to the columns, and drops the import. */
    back: () => {
      drop();
      setStage(undefined);
    },
  };
}

/** Retries a request. A repeated piece is staged once. */
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

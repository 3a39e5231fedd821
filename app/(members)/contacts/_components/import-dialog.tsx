"use client";

import { useRef, useState } from "react";
import { ImportColumns } from "@/app/(members)/contacts/_components/import-columns";
import { ImportResult } from "@/app/(members)/contacts/_components/import-result";
import { guessMeanings, type Meaning, wrongMeanings } from "@/app/(members)/contacts/_components/map-columns";
import { skippedFile } from "@/app/(members)/contacts/_components/skipped-rows";
import { useImport } from "@/app/(members)/contacts/_components/use-import";
import { Button } from "@/components/controls/button";
import { FileNotes } from "@/components/files/file-notes";
import { ANSWER_MISSING_ZEROS, MissingZerosQuestion } from "@/components/files/missing-zeros";
import { saveFile } from "@/components/files/save-file";
import { useMemberAction } from "@/components/members/use-member";
import { formatCount } from "@/components/ui/count";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { DialogForm } from "@/components/ui/form-dialog";
import { FormError } from "@/components/ui/form-error";
import { MAX_IMPORT_ROWS } from "@/lib/contracts/base/values";
import { saveContactImport } from "@/lib/contracts/generated/members/contacts/contact-imports";
import { listContactLists } from "@/lib/contracts/generated/members/contacts/contact-lists";
import { listContactsOperation } from "@/lib/contracts/generated/members/contacts/contacts";
import type { ContactListRecord } from "@/lib/contracts/members/contacts/contact-lists";
import { ACCEPTED_FILES, EMPTY_FILE, FileRefusal, UNREADABLE } from "@/lib/parsing/files/file-refusal";
import { type LookedAt, lookAtFile } from "@/lib/parsing/files/read-file";
import type { MissingZero } from "@/lib/sms/numbers/number-problems";

/** A file to import: its contents, the meanings of its columns, and the answer about missing zeros. */
type ImportFile = { table: LookedAt; meanings: Meaning[]; missingZero: MissingZero | null };

/**
 * Imports contacts from a file: the reader chooses columns, the server checks rows, and the reader saves the
 * import.
 */
export function ImportDialog({
  lists,
  fields,
  onClose,
}: {
  lists: readonly ContactListRecord[];
  /** The names of the contacts' fields. */
  fields: readonly string[];
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState<ImportFile>();
  const [list, setList] = useState("");
  const { stage, skipped, error, bring, keep, back } = useImport();
  const save = useMemberAction(saveContactImport, {
    changes: [listContactsOperation, listContactLists],
    done: "Contacts imported.",
    quiet: true,
    close: onClose,
  });
  const { isReading, refusal, choose } = useChosenFile((table) =>
    setChosen(
      table && { table, meanings: guessMeanings(table.columns, fields, table.numbers), missingZero: null },
    ),
  );
  const wrong = chosen && wrongMeanings(chosen.meanings);
  const numbers = chosen?.meanings.findIndex(({ kind }) => kind === "number") ?? -1;
  const zeros = chosen?.table.columns[numbers]?.zeroless ?? NO_ZEROS;
  const isAnswered = zeros.count === 0 || chosen?.missingZero !== null;
  const rows = chosen?.table.count ?? 0;
  return (
    <Dialog title="Import contacts" isOpen onClose={onClose}>
      {stage?.step === "ready" ? (
        <ImportResult
          preview={stage.preview}
          skipped={skipped}
          list={list.trim()}
          isPending={save.isPending}
          error={save.error?.message}
          onDownload={async () => {
            if (chosen) saveFile("skipped-rows.csv", await skippedFile(chosen.table, skipped));
          }}
          onSave={() => {
            keep();
            save.mutate({ id: stage.id, rows }, { onError: () => keep(stage.id) });
          }}
          onBack={back}
        />
      ) : stage?.step === "sending" ? (
        <div role="status" className="flex flex-col gap-3">
          <p className="tabular-nums">
            Checking {formatCount(stage.sent)} of {formatCount(rows)} rows
          </p>
          <progress
            className="h-2 w-full accent-(--accent)"
            aria-label="Rows checked"
            value={stage.sent}
            max={rows}
          />
          <p className="text-sm text-muted">Keep this page open. Nothing is saved yet.</p>
          <Button variant="outline" className="self-end" onPress={back}>
            Cancel
          </Button>
        </div>
      ) : (
        <DialogForm
          confirm="Check file"
          isPending={false}
          isDisabled={!chosen || wrong !== undefined || !isAnswered}
          error={wrong ?? error ?? (isAnswered ? undefined : ANSWER_MISSING_ZEROS)}
          onSubmit={() => chosen && bring({ ...chosen, list: list.trim() })}
          onClose={onClose}
        >
          <Field
            label="CSV or Excel file"
            hint={`One person per row, at most ${formatCount(MAX_IMPORT_ROWS)} rows.`}
            type="file"
            accept={ACCEPTED_FILES}
            onChange={({ target }) => void choose(target.files?.[0])}
          />
          <FormError>{refusal}</FormError>
          {isReading ? <p role="status">Reading the file…</p> : null}
          {chosen ? (
            <>
              <FileNotes notes={chosen.table.notes} />
              <ImportColumns
                columns={chosen.table.columns}
                meanings={chosen.meanings}
                fields={fields}
                onChange={(meanings) => setChosen({ ...chosen, meanings })}
              />
              <MissingZerosQuestion
                zeros={zeros}
                answer={chosen.missingZero}
                onAnswer={(missingZero) => setChosen({ ...chosen, missingZero })}
              />
            </>
          ) : null}
          <Field
            label="Add to list"
            hint="Optional. A new name makes a new list."
            list="contact-lists"
            autoComplete="off"
            maxLength={60}
            value={list}
            onChange={({ target }) => setList(target.value)}
          />
          <datalist id="contact-lists">
            {lists.map(({ id, name }) => (
              <option key={id} value={name} />
            ))}
          </datalist>
        </DialogForm>
      )}
    </Dialog>
  );
}

const NO_ZEROS = { count: 0, first: "", restored: "" };

/**
 * Reads chosen files.
 * @param onChange gets a valid file. It gets undefined while a file is read, and for an invalid file.
 */
function useChosenFile(onChange: (table: LookedAt | undefined) => void) {
  const [isReading, setReading] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const latest = useRef<File>(undefined);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    latest.current = file;
    onChange(undefined);
    setRefusal(undefined);
    setReading(true);
    const looked = await lookInto(file).catch((error: unknown) => ({
      refusal: error instanceof FileRefusal ? error.message : UNREADABLE,
    }));
    if (latest.current !== file) return;
    setReading(false);
    if ("refusal" in looked) setRefusal(looked.refusal);
    else onChange(looked);
  };
  return { isReading, refusal, choose };
}

/** Reads a file. Returns its contents, or the reason for refusing it. */
async function lookInto(file: File): Promise<LookedAt | { refusal: string }> {
  const looked = await lookAtFile(file);
  if (looked.count > MAX_IMPORT_ROWS)
    return {
      refusal: `This file has ${formatCount(looked.count)} rows. You can import ${formatCount(MAX_IMPORT_ROWS)} at a time, so split it.`,
    };
  return looked.count === 0 ? { refusal: EMPTY_FILE } : looked;
}

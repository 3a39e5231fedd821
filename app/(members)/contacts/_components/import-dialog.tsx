"use client";

import { useState } from "react";
import { ImportColumns } from "@/app/(members)/contacts/_components/import-columns";
import { ImportResult } from "@/app/(members)/contacts/_components/import-result";
import { guessMeanings, type Meaning, wrongMeanings } from "@/app/(members)/contacts/_components/map-columns";
import { useImport } from "@/app/(members)/contacts/_components/use-import";
import { useMemberAction } from "@/components/members/use-member";
import { formatCount } from "@/components/ui/count";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { DialogForm } from "@/components/ui/form-dialog";
import { FormError } from "@/components/ui/form-error";
import { MAX_IMPORT_ROWS } from "@/lib/contracts/base/values";
import type { ContactListRecord } from "@/lib/contracts/members/contacts/contact-lists";
import {
  listContactLists,
  listContactsOperation,
  saveContactImport,
} from "@/lib/contracts/routes/contact-routes";
import { type CsvFile, numberColumn, readCsv } from "@/lib/sms/numbers/read-csv";

/** A larger file is no list of people. */
const MAX_FILE_BYTES = 25 * 1024 * 1024;

type Chosen = { name: string; csv: CsvFile; meanings: Meaning[] };

/** Makes contacts of a CSV file: its columns are chosen, it is brought to the server, looked at, and saved. */
export function ImportDialog({
  lists,
  fields,
  onClose,
}: {
  lists: readonly ContactListRecord[];
  /** The names of the fields that contacts have. */
  fields: readonly string[];
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState<Chosen>();
  const [list, setList] = useState("");
  const [refusal, setRefusal] = useState<string>();
  const { stage, skipped, error, bring, close, back } = useImport();
  const save = useMemberAction(saveContactImport, {
    changes: [listContactsOperation, listContactLists],
    done: "Contacts imported.",
    quiet: true,
    onDone: () => {
      close();
      onClose();
    },
  });
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const text = file.size > MAX_FILE_BYTES ? "" : await file.text();
    const csv = readCsv(text);
    const wrong = refusalOf(file, text, csv.rows.length);
    setRefusal(wrong);
    setChosen(
      wrong ? undefined : { name: file.name, csv, meanings: guessMeanings(csv, fields, numberColumn(csv)) },
    );
  };
  const wrong = chosen && wrongMeanings(chosen.meanings);
  const rows = chosen?.csv.rows.length ?? 0;
  return (
    <Dialog title="Import contacts" isOpen onClose={onClose}>
      {stage?.step === "ready" ? (
        <ImportResult
          preview={stage.preview}
          skipped={skipped}
          list={list.trim()}
          isPending={save.isPending}
          error={save.error?.message}
          onSave={() => save.mutate({ id: stage.id, rows })}
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
        </div>
      ) : (
        <DialogForm
          confirm="Check file"
          isPending={false}
          isDisabled={!chosen || wrong !== undefined}
          error={wrong ?? error}
          onSubmit={() => chosen && bring(chosen.csv, chosen.meanings, list.trim())}
          onClose={onClose}
        >
          <Field
            label="CSV file"
            hint={`One person per row, at most ${formatCount(MAX_IMPORT_ROWS)} rows.`}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={({ target }) => void choose(target.files?.[0])}
          />
          <FormError>{refusal}</FormError>
          {chosen ? (
            <ImportColumns
              csv={chosen.csv}
              meanings={chosen.meanings}
              fields={fields}
              onChange={(meanings) => setChosen({ ...chosen, meanings })}
            />
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

/** Why a file cannot be used. Undefined where it can. */
function refusalOf(file: File, text: string, rows: number): string | undefined {
  if (file.size > MAX_FILE_BYTES) return "This file is larger than 25 MiB. Split it into smaller files.";
  // A spreadsheet's own format is a zip archive.
  if (text.startsWith("PK\u0003\u0004")) return "This is a spreadsheet. Save it as CSV and upload that file.";
  if (rows > MAX_IMPORT_ROWS)
    return `This file has ${formatCount(rows)} rows. You can import ${formatCount(MAX_IMPORT_ROWS)} at a time, so split it.`;
  return rows === 0 ? "This file is empty." : undefined;
}

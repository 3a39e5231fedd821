"use client";

import { useRef, useState } from "react";
import { ImportColumns } from "@/app/(members)/contacts/_components/import-columns";
import { ImportResult } from "@/app/(members)/contacts/_components/import-result";
import { guessMeanings, type Meaning, wrongMeanings } from "@/app/(members)/contacts/_components/map-columns";
import {
  isSpreadsheet,
  type LookedAt,
  lookAtFile,
  UNREADABLE,
} from "@/app/(members)/contacts/_components/read-file";
import { useImport } from "@/app/(members)/contacts/_components/use-import";
import { Button } from "@/components/controls/button";
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
import type { FileEncoding } from "@/lib/parsing/file-encoding";
import { numberColumn } from "@/lib/sms/numbers/read-csv";

/** A larger file is no list of people. */
const MAX_FILE_BYTES = 200 * 1024 * 1024;

/** A file that can be imported: what it has, and what its columns become. */
type Chosen = {
  file: File;
  encoding: FileEncoding;
  columns: string[];
  rows: number;
  meanings: Meaning[];
};

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
  const { stage, skipped, error, bring, keep, back } = useImport();
  const save = useMemberAction(saveContactImport, {
    changes: [listContactsOperation, listContactLists],
    done: "Contacts imported.",
    quiet: true,
    close: onClose,
  });
  const { isReading, refusal, choose } = useChosenFile((file, { columns, rows, count, encoding }) =>
    setChosen(
      file && {
        ...{ file, encoding, columns, rows: count },
        meanings: guessMeanings({ columns }, fields, numberColumn({ columns, rows })),
      },
    ),
  );
  const wrong = chosen && wrongMeanings(chosen.meanings);
  const rows = chosen?.rows ?? 0;
  return (
    <Dialog title="Import contacts" isOpen onClose={onClose}>
      {stage?.step === "ready" ? (
        <ImportResult
          preview={stage.preview}
          skipped={skipped}
          list={list.trim()}
          isPending={save.isPending}
          error={save.error?.message}
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
          isDisabled={!chosen || wrong !== undefined}
          error={wrong ?? error}
          onSubmit={() => chosen && bring({ ...chosen, list: list.trim() })}
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
          {isReading ? <p role="status">Reading the file…</p> : null}
          {chosen ? (
            <ImportColumns
              columns={chosen.columns}
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

/**
 * Looks into files that are chosen.
 * @param onChange is told of a file that can be imported, and of none while another one is read or cannot be.
 */
function useChosenFile(onChange: (file: File | undefined, has: LookedAt) => void) {
  const [isReading, setReading] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const latest = useRef<File>(undefined);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    latest.current = file;
    onChange(undefined, NOTHING);
    setRefusal(undefined);
    setReading(true);
    const looked = await lookInto(file).catch(() => ({ refusal: UNREADABLE }));
    if (latest.current !== file) return;
    setReading(false);
    if ("refusal" in looked) setRefusal(looked.refusal);
    else onChange(file, looked);
  };
  return { isReading, refusal, choose };
}

const NOTHING: LookedAt = { columns: [], rows: [], count: 0, encoding: "utf-8" };

/** What a file has, or why it cannot be used. */
async function lookInto(file: File): Promise<LookedAt | { refusal: string }> {
  if (file.size > MAX_FILE_BYTES)
    return { refusal: "This file is larger than 200 MiB. Split it into smaller files." };
  if (await isSpreadsheet(file))
    return { refusal: "This is a spreadsheet. Save it as CSV and upload that file." };
  const looked = await lookAtFile(file);
  if (looked.count > MAX_IMPORT_ROWS)
    return {
      refusal: `This file has ${formatCount(looked.count)} rows. You can import ${formatCount(MAX_IMPORT_ROWS)} at a time, so split it.`,
    };
  return looked.count === 0 ? { refusal: "This file is empty." } : looked;
}

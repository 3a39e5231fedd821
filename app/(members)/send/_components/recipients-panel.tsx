"use client";

import { ContactRound, FileSpreadsheet } from "lucide-react";
import { useRef, useState } from "react";
import type { SendForm } from "@/app/(members)/send/_components/send-form";
import { Button } from "@/components/controls/button";
import { loadedLater, loadPatiently } from "@/components/controls/loaded-later";
import { TextArea } from "@/components/controls/text-area";
import { FileNotes } from "@/components/files/file-notes";
import { MissingZerosQuestion } from "@/components/files/missing-zeros";
import { Samples } from "@/components/files/samples";
import { saveFile } from "@/components/files/save-file";
import { FilterSelect } from "@/components/lists/filter-field";
import { LeftOut } from "@/components/send/left-out";
import { countOf } from "@/components/ui/count";
import { FormError } from "@/components/ui/form-error";
import { Panel } from "@/components/ui/panel";
import type { ContactListRecord } from "@/lib/contracts/members/contacts/contact-lists";
import { ACCEPTED_FILES, EMPTY_FILE, FileRefusal, UNREADABLE } from "@/lib/parsing/files/file-refusal";
import type { RecipientList } from "@/lib/sms/numbers/recipient-list";

/** A larger file is no list of recipients. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

const ListsDialog = loadedLater(async () => (await import("./lists-dialog")).ListsDialog);

/**
 * Draws the recipients: typed or pasted numbers, a column of a file, or lists of contacts. The skipped
 * entries are below.
 */
export function RecipientsPanel({
  form,
  list,
  lists,
  error,
  onChange,
}: {
  form: SendForm;
  list: RecipientList;
  lists: readonly ContactListRecord[];
  error: string | undefined;
  onChange: (changes: Partial<SendForm>) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const [isChoosing, setChoosing] = useState(false);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_FILE_BYTES)
      return setRefusal("This file is larger than 4 MiB. Split it into smaller files.");
    // Loaded with the first file, because it contains the number formats of all countries.
    const reader = await loadPatiently(() => import("@/lib/parsing/files/read-file"));
    if (reader === null) return setRefusal("This page is out of date. Reload it to continue.");
    try {
      const table = await reader.lookAtFile(file, Number.POSITIVE_INFINITY);
      setRefusal(table.count === 0 ? EMPTY_FILE : undefined);
      if (table.count === 0) return;
      onChange({
        lists: [],
        file: { name: file.name, table, column: table.numbers ?? -1 },
        missingZero: null,
      });
    } catch (error) {
      setRefusal(error instanceof FileRefusal ? error.message : UNREADABLE);
    }
  };
  const many = list.recipients.length;
  return (
    <Panel
      title="Recipients"
      actions={
        <div className="flex flex-wrap gap-2">
          {lists.length > 0 ? (
            <Button size="sm" variant="outline" onPress={() => setChoosing(true)}>
              <ContactRound aria-hidden="true" size={15} />
              Choose lists
            </Button>
          ) : null}
          <Button size="sm" variant="outline" onPress={() => input.current?.click()}>
            <FileSpreadsheet aria-hidden="true" size={15} />
            {form.file ? "Replace file" : "Upload file"}
          </Button>
        </div>
      }
    >
      <input
        ref={input}
        type="file"
        accept={ACCEPTED_FILES}
        aria-label="CSV or Excel file of recipients"
        className="hidden"
        onChange={({ target }) => {
          void choose(target.files?.[0]);
          // The reader may choose the same file again after correcting it.
          target.value = "";
        }}
      />
      {form.lists.length > 0 ? (
        <ChosenLists
          lists={lists.filter(({ id }) => form.lists.includes(id))}
          onRemove={(id) => onChange({ lists: form.lists.filter((each) => each !== id) })}
        />
      ) : form.file ? (
        <ChosenFile file={form.file} error={error} onChange={onChange} />
      ) : (
        <TextArea
          id="numbers"
          label="Numbers"
          hint="One per line, or separated by commas: 021 123 4567, +61 412 345 678."
          error={error}
          rows={3}
          className="min-h-20 font-mono"
          autoComplete="off"
          value={form.numbers}
          onChange={(numbers) => onChange({ numbers })}
        />
      )}
      <FormError className="mt-2">{refusal}</FormError>
      <p className="mt-3 text-sm tabular-nums empty:hidden" aria-live="polite">
        {many === 0 || form.lists.length > 0 ? null : countOf(many, "recipient")}
      </p>
      {form.lists.length > 0 ? null : (
        <>
          <MissingZerosQuestion
            zeros={list.missingZeros}
            answer={form.missingZero}
            onAnswer={(missingZero) => onChange({ missingZero })}
          />
          <LeftOut problems={list.problems} onDownload={() => downloadLeftOut(form.file, list.problems)} />
        </>
      )}
      {isChoosing ? (
        <ListsDialog
          lists={lists}
          chosen={form.lists}
          onChoose={(chosen) => {
            setChoosing(false);
            onChange({ lists: chosen });
          }}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </Panel>
  );
}

function ChosenLists({
  lists,
  onRemove,
}: {
  lists: readonly ContactListRecord[];
  onRemove: (id: string) => void;
}) {
  return (
    <ul className="divide-y divide-line" aria-label="Chosen lists">
      {lists.map(({ id, name, contacts }) => (
        <li key={id} className="flex items-center gap-3 py-1">
          <span className="min-w-0 flex-1 font-medium wrap-anywhere">{name}</span>
          <span className="shrink-0 text-sm text-muted tabular-nums">{countOf(contacts, "contact")}</span>
          <Button size="sm" variant="ghost" aria-label={`Remove ${name}`} onPress={() => onRemove(id)}>
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}

function ChosenFile({
  file,
  error,
  onChange,
}: {
  file: NonNullable<SendForm["file"]>;
  error: string | undefined;
  onChange: (changes: Partial<SendForm>) => void;
}) {
  const { columns, notes } = file.table;
  const options = columns.flatMap(({ title, filled }, index) =>
    filled === 0 && index !== file.column ? [] : [{ value: String(index), title: title.slice(0, 60) }],
  );
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 font-medium break-words">{file.name}</p>
        <Button size="sm" variant="ghost" onPress={() => onChange({ file: null, missingZero: null })}>
          Remove
        </Button>
      </div>
      <FileNotes notes={notes} />
      <div>
        <FilterSelect
          label="Number column"
          value={String(file.column)}
          options={file.column === -1 ? [{ value: "-1", title: "Choose a column" }, ...options] : options}
          onChange={(column) => onChange({ file: { ...file, column: Number(column) }, missingZero: null })}
        />
        <Samples values={columns[file.column]?.samples ?? []} />
      </div>
      <FormError>{error}</FormError>
    </div>
  );
}

/** Saves the skipped entries as a file. Entries from a file have all columns of their rows. */
async function downloadLeftOut(file: SendForm["file"], problems: RecipientList["problems"]): Promise<void> {
  const { leftOutFile } = await import("./left-out-file");
  saveFile("skipped.csv", leftOutFile(file, problems));
}

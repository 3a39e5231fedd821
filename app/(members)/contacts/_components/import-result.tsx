import { useState } from "react";
import type { SkippedRow } from "@/app/(members)/contacts/_components/skipped-rows";
import { Button } from "@/components/controls/button";
import { countOf, formatCount } from "@/components/ui/count";
import { FormError } from "@/components/ui/form-error";
import { MAX_CONTACTS } from "@/lib/contracts/base/values";
import type { ImportPreview } from "@/lib/contracts/members/contacts/contact-imports";

/** The maximum number of listed skipped rows. The file has all of them. */
const MAX_LISTED = 50;

/** Draws the result of an import before it is saved. */
export function ImportResult({
  preview: { added, updated, duplicates, skipped: many, fits },
  skipped,
  list,
  isPending,
  error,
  onDownload,
  onSave,
  onBack,
}: {
  preview: ImportPreview;
  skipped: readonly SkippedRow[];
  /** The name of the list for the contacts; empty for none. */
  list: string;
  isPending: boolean;
  error: string | undefined;
  onDownload: () => Promise<void>;
  onSave: () => void;
  onBack: () => void;
}) {
  const total = added + updated;
  const lines = [
    `${formatCount(added)} new`,
    ...(updated > 0
      ? [`${formatCount(updated)} already in your contacts: names and fields from the file replace theirs`]
      : []),
    ...(duplicates > 0 ? [`${formatCount(duplicates)} repeated in the file, merged`] : []),
    ...(many > 0 ? [`${formatCount(many)} skipped`] : []),
  ];
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col gap-1 tabular-nums" aria-label="Import">
        {lines.map((line) => (
          <li key={line} className="border-l-2 border-line pl-3">
            {line}
          </li>
        ))}
      </ul>
      {list === "" ? null : <p>All of them are added to {list}.</p>}
      {skipped.length > 0 ? <SkippedRows rows={skipped} onDownload={onDownload} /> : null}
      {fits ? null : (
        <FormError>
          {`You can keep ${formatCount(MAX_CONTACTS)} contacts, and these are too many. Delete some first.`}
        </FormError>
      )}
      <FormError>{error}</FormError>
      <div className="flex justify-end gap-2">
        <Button variant="outline" isDisabled={isPending} onPress={onBack}>
          Back
        </Button>
        <Button isPending={isPending} isDisabled={total === 0 || !fits} onPress={onSave}>
          Import {countOf(total, "contact")}
        </Button>
      </div>
    </div>
  );
}

function SkippedRows({ rows, onDownload }: { rows: readonly SkippedRow[]; onDownload: () => Promise<void> }) {
  const [isPending, setPending] = useState(false);
  const download = async () => {
    setPending(true);
    await onDownload().finally(() => setPending(false));
  };
  return (
    <div className="text-sm">
      <ul
        className="flex max-h-48 flex-col gap-1 overflow-y-auto rounded-lg bg-page p-3"
        aria-label="Skipped rows"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard.
        tabIndex={0}
      >
        {rows.slice(0, MAX_LISTED).map(({ line, given, why }) => (
          <li key={line} className="break-words">
            <span className="text-muted tabular-nums">Line {line}:</span>{" "}
            {given === "" ? null : <span className="font-mono">{given.slice(0, 60)} – </span>}
            {why}
          </li>
        ))}
        {rows.length > MAX_LISTED ? (
          <li className="text-muted">and {formatCount(rows.length - MAX_LISTED)} more</li>
        ) : null}
      </ul>
      <Button
        size="sm"
        variant="ghost"
        className="mt-2"
        isPending={isPending}
        onPress={() => void download()}
      >
        Download skipped rows
      </Button>
    </div>
  );
}

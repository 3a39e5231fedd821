"use client";

import { useState } from "react";
import { CONTACT_FIELDS } from "@/app/(members)/send/_components/merge";
import { ColumnButtons, MergePreview, type ShownText } from "@/app/(members)/send/_components/merge-help";
import type { SendForm } from "@/app/(members)/send/_components/send-form";
import { Button } from "@/components/controls/button";
import { loadedLater } from "@/components/controls/loaded-later";
import { TextArea } from "@/components/controls/text-area";
import { TextBubble } from "@/components/send/text-bubble";
import { Changes, Room } from "@/components/send/text-room";
import { TemplateSelect } from "@/components/templates/template-select";
import { Panel } from "@/components/ui/panel";
import type { TextMeasure } from "@/lib/sms/text/measure";

const TemplateDialog = loadedLater(
  async () => (await import("@/components/templates/template-dialog")).TemplateDialog,
);

/** Draws the text field, the text's length, and the characters that are replaced when it is sent. */
export function TextPanel({
  form,
  measured,
  error,
  recipients,
  shown,
  sample,
  contactFields,
  unicodeEnabled,
  onChange,
}: {
  form: SendForm;
  measured: TextMeasure;
  error: string | undefined;
  recipients: readonly string[];
  /** The text of one recipient, if texts differ. */
  shown: ShownText | null;
  /** The first text of a send to lists, if texts differ. */
  sample: string | undefined;
  contactFields: readonly string[];
  unicodeEnabled: boolean;
  onChange: (changes: Partial<SendForm>) => void;
}) {
  const advice = unicodeEnabled
    ? "Turn on Unicode to keep them, or remove them."
    : "Remove them, or ask your provider to enable Unicode for your account.";
  const [isKeeping, setKeeping] = useState(false);
  // Inserts at the cursor, or replaces the selection.
  const insert = (placeholder: string) => {
    const field = document.getElementById("body") as HTMLTextAreaElement;
    const { selectionStart: from, selectionEnd: to } = field;
    onChange({ body: form.body.slice(0, from) + placeholder + form.body.slice(to) });
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(from + placeholder.length, from + placeholder.length);
    });
  };
  return (
    <Panel
      title="Text"
      actions={
        <Button
          size="sm"
          variant="ghost"
          isDisabled={form.body.trim() === ""}
          onPress={() => setKeeping(true)}
        >
          Save as template
        </Button>
      }
    >
      <div className="mb-4 empty:hidden">
        <TemplateSelect text={form.body} onChoose={(body) => onChange({ body })} />
      </div>
      {form.lists.length > 0 ? (
        <ColumnButtons
          label="Insert field:"
          names={[...CONTACT_FIELDS, ...contactFields]}
          onInsert={insert}
        />
      ) : form.file ? (
        <ColumnButtons
          label="Insert column:"
          names={form.file.table.columns
            .filter(({ filled }, index) => filled > 0 && index !== form.file?.column)
            .map(({ title }) => title)}
          onInsert={insert}
        />
      ) : null}
      <TextArea
        id="body"
        label="Text"
        isLabelHidden
        error={error}
        rows={5}
        className="min-h-32"
        aria-describedby="room"
        value={form.body}
        onChange={(body) => onChange({ body })}
      />
      <Room id="room" measured={measured} />
      {shown ? <MergePreview recipients={recipients} unicode={form.unicode} shown={shown} /> : null}
      {sample === undefined ? null : (
        <section aria-label="Preview" className="mt-4">
          <p className="text-sm text-muted">Preview for the first contact</p>
          <TextBubble>{sample}</TextBubble>
        </section>
      )}
      {unicodeEnabled ? (
        <label className="mt-3 flex items-start gap-2 text-sm">
          <input
            type="checkbox"
            className="mt-0.5 size-4 accent-accent"
            checked={form.unicode}
            onChange={({ target }) => onChange({ unicode: target.checked })}
          />
          <span>
            Send as Unicode
            <span className="block text-muted">
              Keeps every character, but a part holds 70 characters instead of 160.
            </span>
          </span>
        </label>
      ) : null}
      {isKeeping ? (
        <TemplateDialog template={undefined} text={form.body} onClose={() => setKeeping(false)} />
      ) : null}
      <Changes
        text={shown?.text ?? form.body}
        unicode={form.unicode}
        advice={form.unicode ? undefined : advice}
      />
    </Panel>
  );
}

"use client";

import type { SendForm } from "@/app/(members)/send/_components/send-form";
import { TextArea } from "@/components/controls/text-area";
import { Changes, Room } from "@/components/send/text-room";
import { Panel } from "@/components/ui/panel";
import type { Measured } from "@/lib/sms/text/measure";

/** The text, its length, and which of its characters go out as something else. */
export function TextPanel({
  form,
  measured,
  error,
  unicodeEnabled,
  onChange,
}: {
  form: SendForm;
  measured: Measured;
  error: string | undefined;
  unicodeEnabled: boolean;
  onChange: (changes: Partial<SendForm>) => void;
}) {
  const advice = unicodeEnabled
    ? "Turn on Unicode to keep them, or remove them."
    : "Remove them, or ask your provider to enable Unicode for your account.";
  return (
    <Panel title="Text">
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
      <Changes text={form.body} unicode={form.unicode} advice={form.unicode ? undefined : advice} />
    </Panel>
  );
}

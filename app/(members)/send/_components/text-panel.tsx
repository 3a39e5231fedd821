"use client";

import { FieldError, Label, TextArea, TextField } from "@heroui/react";
import { useDeferredValue, useMemo } from "react";
import type { Measured, SendForm } from "@/app/(members)/send/_components/send-form";
import { Panel } from "@/components/ui/panel";
import { type ChangedCharacter, changedCharacters } from "@/lib/sms/changed-characters";

/** Most characters that are shown with what becomes of them. */
const SHOWN = 16;

/** The text, how much room it takes, and what of it goes out as something else. */
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
  const body = useDeferredValue(form.body);
  const changes = useMemo(() => changedCharacters(body, form.unicode), [body, form.unicode]);
  const { encoding, parts, used, room, tooLong } = measured;
  return (
    <Panel title="Text">
      <TextField
        fullWidth
        isInvalid={error !== undefined}
        value={form.body}
        onChange={(value) => onChange({ body: value })}
      >
        <Label className="sr-only">Text</Label>
        <TextArea id="body" rows={5} className="min-h-32" aria-describedby="room" />
        {error ? <FieldError>{error}</FieldError> : null}
      </TextField>
      <p id="room" className={`mt-2 text-sm tabular-nums ${tooLong ? "text-danger" : "text-muted"}`}>
        {used.toLocaleString("en-NZ")} of {room.toLocaleString("en-NZ")} characters, {parts}{" "}
        {parts === 1 ? "part" : "parts"}, {encoding}
      </p>
      {unicodeEnabled ? (
        <label className="mt-3 flex items-start gap-2 text-sm">
          <input
            type="checkbox"
            className="mt-0.5 size-4 accent-accent"
            checked={form.unicode}
            onChange={({ target }) => onChange({ unicode: target.checked })}
          />
          <span>
            Send it as Unicode
            <span className="block text-muted">
              Every character stays as it is, and a part has room for 70 of them instead of 160.
            </span>
          </span>
        </label>
      ) : null}
      <Changes changes={changes} unicodeEnabled={unicodeEnabled} unicode={form.unicode} />
    </Panel>
  );
}

/** What of a text goes out as something else. */
export function Changes({
  changes,
  unicodeEnabled,
  unicode,
}: {
  changes: readonly ChangedCharacter[];
  unicodeEnabled: boolean;
  unicode: boolean;
}) {
  if (changes.length === 0) return null;
  const isLost = changes.some(({ lost }) => lost);
  return (
    <div className="mt-3 rounded-lg bg-page p-3 text-sm">
      <p className="font-medium">
        {isLost ? "Some characters cannot be sent" : "Some characters go out in a plain form"}
      </p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {changes.slice(0, SHOWN).map(({ from, to, lost }) => (
          <li
            key={from}
            className={`rounded-md border px-2 py-0.5 ${lost ? "border-danger text-danger" : "border-line"}`}
          >
            {from.trim() === "" ? "a space" : from} <span aria-hidden="true">→</span>
            <span className="sr-only">becomes</span>{" "}
            {to === "" ? "nothing" : to.trim() === "" ? "a space" : to}
          </li>
        ))}
        {changes.length > SHOWN ? (
          <li className="py-0.5 text-muted">and {changes.length - SHOWN} more</li>
        ) : null}
      </ul>
      {isLost && !unicode ? (
        <p className="mt-2 text-muted">
          {unicodeEnabled
            ? "Send it as Unicode to keep them, or take them out."
            : "Take them out, or ask whoever runs this gateway to enable Unicode for your account."}
        </p>
      ) : null}
    </div>
  );
}

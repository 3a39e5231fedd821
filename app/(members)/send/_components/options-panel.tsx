"use client";

import type { SendForm } from "@/app/(members)/send/_components/send-form";
import { WindowField } from "@/app/(members)/send/_components/window-field";
import { FilterSelect } from "@/components/lists/filter-field";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { MESSAGE_CLASS_WORDS } from "@/components/words/message-classes";
import {
  MESSAGE_CLASSES,
  MESSAGE_ID_LENGTH,
  RATE_CODE_LENGTH,
  SEND_NAME_LENGTH,
} from "@/lib/contracts/base/values";
import type { SendOptions } from "@/lib/contracts/members/send";

/** Draws the class of the message, its sender, and its tags. */
export function OptionsPanel({
  form,
  options: { senders, usualSender },
  error,
  windowError,
  onChange,
}: {
  form: SendForm;
  options: SendOptions;
  /** The problem with the time to send at. */
  error: string | undefined;
  /** The problem with the delivery hours. */
  windowError: string | undefined;
  onChange: (changes: Partial<SendForm>) => void;
}) {
  const choices = senders.map(({ number, own }) => ({
    value: number,
    title: `${number} (${own ? "yours" : "shared"})`,
  }));
  const usual = {
    value: "",
    title: usualSender === null ? "No sender available" : `${usualSender} (default)`,
  };
  return (
    <Panel title="Options">
      <fieldset>
        <legend className="label mb-2">Message type</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {MESSAGE_CLASSES.map((messageClass) => (
            <label
              key={messageClass}
              className="flex cursor-pointer items-start gap-3 rounded-xl border border-line p-3 has-checked:border-accent"
            >
              <input
                type="radio"
                name="messageClass"
                className="mt-1 accent-accent"
                checked={form.messageClass === messageClass}
                onChange={() => onChange({ messageClass })}
              />
              <span className="text-sm">
                <span className="font-medium">{MESSAGE_CLASS_WORDS[messageClass].title}</span>
                <span className="block text-muted">{MESSAGE_CLASS_WORDS[messageClass].text}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="mt-4 grid items-start gap-4 sm:grid-cols-2">
        <div>
          <Field
            id="send-at"
            type="datetime-local"
            label="Send at"
            hint={form.localTime ? "Leave empty to send now." : "New Zealand time. Leave empty to send now."}
            error={error}
            value={form.sendAt}
            onChange={({ target }) => onChange({ sendAt: target.value })}
          />
          {form.sendAt === "" ? null : (
            <label className="mt-2 flex items-center gap-2 text-sm">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                checked={form.localTime}
                onChange={({ target }) => onChange({ localTime: target.checked })}
              />
              In each recipient’s time zone
            </label>
          )}
        </div>
        <WindowField window={form.window} error={windowError} onChange={(window) => onChange({ window })} />
        <FilterSelect
          label="Sender"
          value={form.from}
          options={[usual, ...choices.filter(({ value }) => value !== usualSender)]}
          onChange={(from) => onChange({ from })}
        />
        <Field
          label="Name"
          hint="Optional. Only you see it, in your list of sends."
          maxLength={SEND_NAME_LENGTH}
          autoComplete="off"
          value={form.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <Field
          label="Rate code"
          hint="Optional tag for billing."
          maxLength={RATE_CODE_LENGTH}
          autoComplete="off"
          value={form.rateCode}
          onChange={({ target }) => onChange({ rateCode: target.value })}
        />
        <Field
          label="Reference"
          hint="Returned in reports and replies."
          maxLength={MESSAGE_ID_LENGTH}
          autoComplete="off"
          value={form.messageId}
          onChange={({ target }) => onChange({ messageId: target.value })}
        />
      </div>
    </Panel>
  );
}

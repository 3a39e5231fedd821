"use client";

import { useMemo, useState } from "react";
import { FoundNumbers } from "@/app/mail-addin/taskpane/_components/found-numbers";
import { type PaneForm, recipientsOf } from "@/app/mail-addin/taskpane/_components/pane-form";
import { SentList } from "@/app/mail-addin/taskpane/_components/sent-list";
import { TextField } from "@/app/mail-addin/taskpane/_components/text-field";
import type { useOpenItem } from "@/app/mail-addin/taskpane/_components/use-open-item";
import { useSending } from "@/app/mail-addin/taskpane/_components/use-sending";
import { Button } from "@/components/controls/button";
import { Form } from "@/components/controls/form";
import { TextArea } from "@/components/controls/text-area";
import { checkForm, type FormErrors } from "@/components/send/check-send";
import { LeftOut } from "@/components/send/left-out";
import { FormError } from "@/components/ui/form-error";
import { MAX_RECIPIENTS } from "@/lib/contracts/base/values";
import { measure } from "@/lib/sms/text/measure";

/** Draws the form with recipients and text, then the result of the send. */
export function SendPane({
  token,
  form,
  item: { subject, found, isReading },
  note,
  isFocused,
  onChange,
  onRefused,
  onRemove,
}: {
  token: string;
  form: PaneForm;
  item: ReturnType<typeof useOpenItem>;
  note: string | null;
  /** True if the first field gets the focus. */
  isFocused: boolean;
  onChange: (changes: Partial<PaneForm>) => void;
  onRefused: (refusal: string) => void;
  onRemove: () => void;
}) {
  const [errors, setErrors] = useState<FormErrors>({});
  const sending = useSending(token, onRefused);
  // A number that was checked beside one email gets no message from beside another.
  const chosen = form.chosen.filter((msisdn) => found.some((number) => number.msisdn === msisdn));
  const list = recipientsOf(chosen, form.numbers);
  const measured = useMemo(() => measure(form.text, false), [form.text]);
  const many = list.recipients.length;

  if (sending.sent) {
    return (
      <SentList
        sent={sending.sent}
        onAgain={() => {
          onChange({ chosen: [], numbers: "", text: "" });
          sending.startAnew();
        }}
      />
    );
  }
  const change = (changes: Partial<PaneForm>) => {
    onChange(changes);
    setErrors({});
  };
  const submit = () => {
    if (sending.isPending) return;
    const wrong = checkForm(list, measured, MAX_RECIPIENTS);
    setErrors(wrong);
    if (wrong.numbers) return document.getElementById("numbers")?.focus();
    if (wrong.body) return document.getElementById("text")?.focus();
    void sending.send({ to: list.recipients, message: form.text, subject });
  };
  return (
    <Form className="flex grow flex-col gap-5" onSubmit={submit} noValidate>
      {note === null ? (
        <FoundNumbers
          found={found}
          isReading={isReading}
          chosen={chosen}
          onChange={(next) => change({ chosen: next })}
        />
      ) : null}
      <div>
        <NumbersField
          text={form.numbers}
          error={errors.numbers}
          isFocused={isFocused}
          onChange={(numbers) => change({ numbers })}
        />
        <LeftOut problems={list.problems} />
      </div>
      <TextField
        text={form.text}
        measured={measured}
        subject={subject}
        error={errors.body}
        onChange={(text) => change({ text })}
      />
      <div>
        <FormError className="mb-2">{sending.error}</FormError>
        <Button type="submit" fullWidth isPending={sending.isPending}>
          {sending.isPending ? "Sending…" : many > 1 ? `Send to ${many}` : "Send"}
        </Button>
      </div>
      <div className="mt-auto flex flex-col items-start gap-2 border-t border-line pt-3 text-sm text-muted">
        {note === null ? null : <p>{note}</p>}
        <Button size="sm" variant="ghost" className="-ml-2" onPress={onRemove}>
          Remove token
        </Button>
      </div>
    </Form>
  );
}

function NumbersField({
  text,
  error,
  isFocused,
  onChange,
}: {
  text: string;
  error: string | undefined;
  isFocused: boolean;
  onChange: (text: string) => void;
}) {
  return (
    <TextArea
      id="numbers"
      label="Numbers"
      hint="One per line, or separated by commas."
      error={error}
      rows={2}
      className="min-h-16 font-mono"
      autoComplete="off"
      autoFocus={isFocused}
      value={text}
      onChange={onChange}
    />
  );
}

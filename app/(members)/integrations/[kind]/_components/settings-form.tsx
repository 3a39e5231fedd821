"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/controls/button";
import { Form } from "@/components/controls/form";
import { FilterSelect } from "@/components/lists/filter-field";
import { Field } from "@/components/ui/field";
import { FormError } from "@/components/ui/form-error";
import { MESSAGE_CLASS_WORDS } from "@/components/words/message-classes";
import { MESSAGE_CLASSES, RATE_CODE_LENGTH } from "@/lib/contracts/base/values";
import { INTEGRATIONS } from "@/lib/contracts/integrations/integration-kind";
import type { IntegrationView } from "@/lib/contracts/members/integrations";

const CLASSES = MESSAGE_CLASSES.map((value) => ({ value, title: MESSAGE_CLASS_WORDS[value].title }));

/** The values of the settings form. `shortcode` is an ID in digits, empty for the usual sender. */
export type SettingsValues = {
  shortcode: string;
  messageClass: "transactional" | "marketing";
  rateCode: string;
};

/** Returns the form's request. */
export function toSettings({ shortcode, messageClass, rateCode }: SettingsValues) {
  return {
    messageClass,
    ...(shortcode === "" ? {} : { shortcodeId: Number(shortcode) }),
    ...(rateCode.trim() === "" ? {} : { rateCode: rateCode.trim() }),
  };
}

/** Returns the form's first values: the current settings, or else the most common choice. */
function present({ kind, integration, senders, usualSender }: IntegrationView): SettingsValues {
  if (integration) {
    const { shortcode, messageClass, rateCode } = integration;
    return { shortcode: String(shortcode?.id ?? ""), messageClass, rateCode: rateCode ?? "" };
  }
  const usual = senders.find(({ number }) => number === usualSender) ?? senders[0];
  const shortcode = INTEGRATIONS[kind].needsShortcode && usual ? String(usual.id) : "";
  return { shortcode, messageClass: "transactional", rateCode: "" };
}

/**
 * Returns the senders to choose from. A sender that may no longer be used is included while it is selected.
 */
function choices({ kind, integration, senders, usualSender }: IntegrationView) {
  const shown = senders.map(({ id, number, own }) => ({
    value: String(id),
    title: `${number} (${own ? "yours" : "shared"})`,
  }));
  const lost = integration?.shortcode;
  const usual = INTEGRATIONS[kind].needsShortcode
    ? { value: "", title: "Choose a sender" }
    : { value: "", title: usualSender === null ? "No sender available" : `${usualSender} (default)` };
  return [
    usual,
    ...(lost && !lost.usable ? [{ value: String(lost.id), title: `${lost.number} (unavailable)` }] : []),
    ...shown,
  ];
}

/**
 * Draws the settings of an integration's messages. `note` gets the form's values and returns their
 * consequences.
 */
export function SettingsForm({
  view,
  submit,
  isPending,
  error,
  note,
  onSubmit,
}: {
  view: IntegrationView;
  submit: string;
  isPending: boolean;
  error: string | undefined;
  note?: (filled: SettingsValues) => ReactNode;
  onSubmit: (filled: SettingsValues) => void;
}) {
  const [filled, setFilled] = useState<SettingsValues>(() => present(view));
  const [isTried, setTried] = useState(false);
  const change = (changes: Partial<SettingsValues>) => setFilled((before) => ({ ...before, ...changes }));
  const isMissing = INTEGRATIONS[view.kind].needsShortcode && filled.shortcode === "";
  const send = () => {
    setTried(true);
    if (!isMissing && !isPending) onSubmit(filled);
  };
  const said = isTried && isMissing ? "Choose a sender." : error;
  return (
    <Form className="flex flex-col gap-4" onSubmit={send} noValidate>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <FilterSelect
          label="Sender"
          value={filled.shortcode}
          options={choices(view)}
          onChange={(shortcode) => change({ shortcode })}
        />
        <div className="flex flex-col gap-1">
          <FilterSelect
            label="Message type"
            value={filled.messageClass}
            options={CLASSES}
            onChange={(value) => change({ messageClass: value as SettingsValues["messageClass"] })}
          />
          <p className="text-xs text-muted">{MESSAGE_CLASS_WORDS[filled.messageClass].text}</p>
        </div>
        <Field
          label="Rate code"
          hint="Optional tag for billing."
          maxLength={RATE_CODE_LENGTH}
          autoComplete="off"
          value={filled.rateCode}
          onChange={({ target }) => change({ rateCode: target.value })}
        />
      </div>
      <div aria-live="polite" className="text-sm empty:hidden">
        {note?.(filled)}
      </div>
      <FormError>{said}</FormError>
      <Button type="submit" className="w-fit" isPending={isPending}>
        {submit}
      </Button>
    </Form>
  );
}

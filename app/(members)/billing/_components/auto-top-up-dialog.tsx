"use client";

import { useState } from "react";
import { typedAmount } from "@/app/(members)/billing/_components/alert-words";
import { useMemberAction } from "@/components/members/use-member";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { AUTO_TOP_UP } from "@/lib/contracts/base/values";
import {
  readAutoTopUp,
  removeSavedCardOperation,
  saveAutoTopUpOperation,
  stopAutoTopUpOperation,
} from "@/lib/contracts/generated/members/auto-top-up";
import { readOverview } from "@/lib/contracts/generated/members/overview";
import type { AutoTopUpFacts } from "@/lib/contracts/members/auto-top-up";

const CHANGES = [readAutoTopUp, readOverview];

/** The open dialog. */
export type AutoTopUpDialogKind = "settings" | "stop" | "remove";

type DialogProps = { facts: AutoTopUpFacts; onClose: () => void };

/** Draws the dialog for the settings, or for stopping auto top-up or removing the card. */
export function AutoTopUpDialog({ kind, ...shown }: DialogProps & { kind: AutoTopUpDialogKind }) {
  if (kind === "settings") return <SettingsDialog {...shown} />;
  return kind === "stop" ? <StopDialog {...shown} /> : <RemoveDialog {...shown} />;
}

const FIELDS = [
  {
    name: "amount",
    label: "Amount to add",
    subject: "The amount to add",
    hint: "Whole dollars, from $10.",
  },
  { name: "below", label: "When the balance falls below", subject: "The balance", hint: "Whole dollars." },
  { name: "perDay", label: "Most payments in 24 hours", subject: "The number of payments", hint: "1 to 10." },
  {
    name: "perMonth",
    label: "Most in a month",
    subject: "The monthly limit",
    hint: "Whole dollars. Months are New Zealand time.",
  },
] as const;

const FIRST = { amount: 50, below: 20, perDay: 3, perMonth: 500 };

function SettingsDialog({ facts: { settings, state, card }, onClose }: DialogProps) {
  const [values, setValues] = useState(() => {
    const { amount, below, perDay, perMonth } = settings ?? FIRST;
    return { amount: `${amount}`, below: `${below}`, perDay: `${perDay}`, perMonth: `${perMonth}` };
  });
  const isOff = state === "off";
  const save = useMemberAction(saveAutoTopUpOperation, {
    changes: CHANGES,
    done: isOff ? "Auto top-up is on." : "Saved.",
    close: onClose,
    quiet: true,
  });
  const message = save.error?.message;
  const fieldOf = (text: string) => FIELDS.find(({ name }) => text.includes(`'${name}'`));
  const wrong = message === undefined ? undefined : fieldOf(message);
  return (
    <FormDialog
      title={isOff ? "Turn on auto top-up" : "Change auto top-up"}
      confirm={isOff ? "Turn on" : "Save"}
      isPending={save.isPending}
      error={wrong ? undefined : message}
      onSubmit={() =>
        save.mutate({
          amount: typedAmount(values.amount),
          below: typedAmount(values.below),
          perDay: values.perDay.trim(),
          perMonth: typedAmount(values.perMonth),
        })
      }
      onClose={onClose}
    >
      {FIELDS.map(({ name, label, subject, hint }, index) => (
        <Field
          key={name}
          label={name === "perDay" ? label : `${label} (NZ$)`}
          hint={hint}
          inputMode="numeric"
          autoComplete="off"
          autoFocus={index === 0}
          maxLength={String(AUTO_TOP_UP.perMonth.max).length + 4}
          value={values[name]}
          error={wrong?.name === name ? sentenceOf(subject, name, message) : undefined}
          onChange={({ target }) => setValues({ ...values, [name]: target.value })}
        />
      ))}
      <p className="text-sm text-muted">
        You allow us to charge {card ? `${card.brand} ending ${card.lastFour}` : "your card"} these amounts
        without asking again. You can turn it off at any time.
      </p>
    </FormDialog>
  );
}

/** Rewrites the server's message about a field: with the field's title, and amounts as on the pages. */
function sentenceOf(subject: string, name: string, message = ""): string {
  return message
    .replace(`Parameter '${name}'`, subject)
    .replaceAll(/\d{5,}/g, (digits) => Number(digits).toLocaleString("en-NZ"));
}

function StopDialog({ onClose }: DialogProps) {
  const stop = useMemberAction(stopAutoTopUpOperation, {
    changes: CHANGES,
    done: "Auto top-up is off.",
    close: onClose,
  });
  return (
    <ConfirmDialog
      title="Turn off auto top-up?"
      question="Your card won’t be charged automatically. A payment in progress still completes."
      confirm="Turn off"
      isPending={stop.isPending}
      onConfirm={() => stop.mutate({})}
      onClose={onClose}
    />
  );
}

function RemoveDialog({ facts: { card, state }, onClose }: DialogProps) {
  const remove = useMemberAction(removeSavedCardOperation, {
    changes: CHANGES,
    done: "Card removed.",
    close: onClose,
  });
  const named = card ? `${card.brand} ending ${card.lastFour}` : "The card";
  return (
    <ConfirmDialog
      title="Remove card?"
      question={`${named} is deleted here and at Stripe.${state === "off" ? "" : " Auto top-up turns off."}`}
      confirm="Remove"
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({})}
      onClose={onClose}
    />
  );
}

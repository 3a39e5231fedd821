"use client";

import { useState } from "react";
import { ALERT_WORDS, typedAmount } from "@/app/(members)/billing/_components/alert-words";
import { FilterSelect } from "@/components/lists/filter-field";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { SAVED } from "@/components/words/confirmations";
import { ALERT_KINDS } from "@/lib/contracts/base/values";
import type { AlertKind, AlertRecord } from "@/lib/contracts/members/billing";
import {
  addAlertOperation,
  changeAlertOperation,
  listAlerts,
  readOverview,
} from "@/lib/contracts/routes/member-routes";

/** What is read again after a change of alerts. */
export const ALERT_CHANGES = [listAlerts, readOverview];

const KINDS = ALERT_KINDS.map((value) => ({ value, title: ALERT_WORDS[value].title }));

/** Asks what to be alerted of, and at which amount. */
export function AddAlertDialog({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<AlertKind>("balance");
  const [amount, setAmount] = useState("");
  const add = useMemberAction(addAlertOperation, {
    ...{ changes: ALERT_CHANGES, done: "Alert added.", onDone: onClose, quiet: true },
  });
  return (
    <FormDialog
      title="Add alert"
      confirm="Add"
      isPending={add.isPending}
      onSubmit={() => add.mutate({ kind, amount: typedAmount(amount) })}
      onClose={onClose}
    >
      <FilterSelect
        label="Email me when"
        value={kind}
        onChange={(next) => setKind(next as AlertKind)}
        options={KINDS}
      />
      <AmountField kind={kind} amount={amount} onChange={setAmount} error={add.error} />
    </FormDialog>
  );
}

/** Asks for another amount of an alert. */
export function ChangeAlertDialog({ alert, onClose }: { alert: AlertRecord; onClose: () => void }) {
  const [amount, setAmount] = useState(alert.amount);
  const change = useMemberAction(changeAlertOperation, {
    ...{ changes: ALERT_CHANGES, done: SAVED, onDone: onClose, quiet: true },
  });
  return (
    <FormDialog
      title="Change alert"
      confirm="Save"
      isPending={change.isPending}
      onSubmit={() => change.mutate({ id: alert.id, amount: typedAmount(amount) })}
      onClose={onClose}
    >
      <p>{`Email me when: ${ALERT_WORDS[alert.kind].title.toLowerCase()}`}</p>
      <AmountField kind={alert.kind} amount={amount} onChange={setAmount} error={change.error} />
    </FormDialog>
  );
}

function AmountField({
  kind,
  amount,
  onChange,
  error,
}: {
  kind: AlertKind;
  amount: string;
  onChange: (amount: string) => void;
  error: { code: string; message: string } | null;
}) {
  return (
    <Field
      label="Amount"
      hint={kind === "balance" ? "In NZ$." : "In NZ$, including GST. Days and months are New Zealand time."}
      inputMode="decimal"
      placeholder="20.00"
      autoComplete="off"
      autoFocus
      value={amount}
      error={errorText(error)}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function errorText(error: { code: string; message: string } | null): string | undefined {
  if (error?.code === "missing_parameter") return "Enter an amount.";
  return error?.message.replace("Parameter 'amount'", "The amount");
}

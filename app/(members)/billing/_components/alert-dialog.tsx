"use client";

import { useState } from "react";
import { ALERT_WORDS, nameOfAlert, typedAmount } from "@/app/(members)/billing/_components/alert-words";
import { FilterSelect } from "@/components/lists/filter-field";
import { useMemberAction } from "@/components/members/use-member";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { SAVED } from "@/components/words/confirmations";
import { ALERT_KINDS } from "@/lib/contracts/base/values";
import {
  addAlertOperation,
  changeAlertOperation,
  listAlerts,
  removeAlertOperation,
} from "@/lib/contracts/generated/members/billing";
import { readOverview } from "@/lib/contracts/generated/members/overview";
import type { AlertKind, AlertRecord } from "@/lib/contracts/members/billing";

/** The reads that a change of alerts affects. */
const ALERT_CHANGES = [listAlerts, readOverview];

const KINDS = ALERT_KINDS.map((value) => ({ value, title: ALERT_WORDS[value].title }));

/** The open dialog, and its alert. */
export type OpenAlertDialog = { dialog: "add" } | { dialog: "change" | "remove"; alert: AlertRecord };

/** Draws the dialog to add an alert, change its amount, or remove it. */
export function AlertDialog({ open, onClose }: { open: OpenAlertDialog; onClose: () => void }) {
  if (open.dialog === "add") return <AddAlertDialog onClose={onClose} />;
  const Dialog = open.dialog === "change" ? ChangeAlertDialog : RemoveAlertDialog;
  return <Dialog alert={open.alert} onClose={onClose} />;
}

function AddAlertDialog({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<AlertKind>("balance");
  const [amount, setAmount] = useState("");
  const add = useMemberAction(addAlertOperation, {
    changes: ALERT_CHANGES,
    done: "Alert added.",
    close: onClose,
    quiet: true,
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

function ChangeAlertDialog({ alert, onClose }: { alert: AlertRecord; onClose: () => void }) {
  const [amount, setAmount] = useState(alert.amount);
  const change = useMemberAction(changeAlertOperation, {
    changes: ALERT_CHANGES,
    done: SAVED,
    close: onClose,
    quiet: true,
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

function RemoveAlertDialog({ alert, onClose }: { alert: AlertRecord; onClose: () => void }) {
  const remove = useMemberAction(removeAlertOperation, {
    changes: ALERT_CHANGES,
    done: "Alert removed.",
    close: onClose,
  });
  return (
    <ConfirmDialog
      title="Remove alert?"
      question={`You won’t get an email for: ${nameOfAlert(alert)}.`}
      confirm="Remove"
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ id: alert.id })}
      onClose={onClose}
    />
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

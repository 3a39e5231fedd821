"use client";

import { useState } from "react";
import {
  AddAlertDialog,
  ALERT_CHANGES,
  ChangeAlertDialog,
} from "@/app/(members)/billing/_components/alert-dialog";
import { ALERT_WORDS } from "@/app/(members)/billing/_components/alert-words";
import { Button } from "@/components/controls/button";
import { useMember, useMemberAction } from "@/components/members/use-member";
import { ConfirmDialog } from "@/components/ui/dialog";
import { formatMoney } from "@/components/ui/format-money";
import { Money } from "@/components/ui/money";
import { Panel } from "@/components/ui/panel";
import { RowMenu } from "@/components/ui/row-menu";
import { EmptyState, Loaded } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import { ALERT_KINDS, MAX_ALERTS } from "@/lib/contracts/base/values";
import type { AlertRecord } from "@/lib/contracts/members/billing";
import { listAlerts, removeAlertOperation } from "@/lib/contracts/routes/member-routes";

type Open = { dialog: "add" } | { dialog: "change" | "remove"; alert: AlertRecord };

/** The amounts that an email goes out for: add one, change it, remove it. */
export function AlertsPanel() {
  const alerts = useMember(listAlerts, {});
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const isFull = (alerts.data?.alerts.length ?? 0) >= MAX_ALERTS * ALERT_KINDS.length;
  return (
    <Panel
      title="Alerts"
      actions={
        isFull ? null : (
          <Button size="sm" variant="outline" onPress={() => setOpen({ dialog: "add" })}>
            Add alert
          </Button>
        )
      }
    >
      <Loaded query={alerts}>
        {({ alerts: rows }) =>
          rows.length === 0 ? (
            <EmptyState title="No alerts yet">
              Get an email when your balance is low, or when you’re charged more than you expect.
            </EmptyState>
          ) : (
            <>
              <ul className="divide-y divide-line">
                {rows.map((alert) => (
                  <AlertRow key={alert.id} alert={alert} onOpen={setOpen} />
                ))}
              </ul>
              <p className="mt-3 text-sm text-muted">
                Up to {MAX_ALERTS} of each kind. Charges include GST. An alert doesn’t stop messages.
              </p>
            </>
          )
        }
      </Loaded>
      {open?.dialog === "add" ? <AddAlertDialog onClose={close} /> : null}
      {open?.dialog === "change" ? <ChangeAlertDialog alert={open.alert} onClose={close} /> : null}
      {open?.dialog === "remove" ? <RemoveAlertDialog alert={open.alert} onClose={close} /> : null}
    </Panel>
  );
}

function AlertRow({ alert, onOpen }: { alert: AlertRecord; onOpen: (open: Open) => void }) {
  const { kind, amount, sentAt, isSent } = alert;
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <div className="min-w-0">
        <p>
          {ALERT_WORDS[kind].when} <Money amount={amount} />
        </p>
        {sentAt === null ? null : (
          <p className="text-sm text-muted">
            Sent <Time at={sentAt} isLong />. {isSent ? ALERT_WORDS[kind].again : null}
          </p>
        )}
      </div>
      <RowMenu
        label={`Actions for ${nameOf(alert)}`}
        actions={[
          { title: "Change", onSelect: () => onOpen({ dialog: "change", alert }) },
          { title: "Remove", isDanger: true, onSelect: () => onOpen({ dialog: "remove", alert }) },
        ]}
      />
    </li>
  );
}

function RemoveAlertDialog({ alert, onClose }: { alert: AlertRecord; onClose: () => void }) {
  const remove = useMemberAction(removeAlertOperation, {
    ...{ changes: ALERT_CHANGES, done: "Alert removed.", onDone: onClose },
  });
  return (
    <ConfirmDialog
      title="Remove alert?"
      question={`You won’t get an email for: ${nameOf(alert)}.`}
      confirm="Remove"
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ id: alert.id })}
      onClose={onClose}
    />
  );
}

const nameOf = ({ kind, amount }: AlertRecord) =>
  `${ALERT_WORDS[kind].when.toLowerCase()} ${formatMoney(amount)}`;

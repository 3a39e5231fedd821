"use client";

import { useState } from "react";
import type { OpenAlertDialog } from "@/app/(members)/billing/_components/alert-dialog";
import { ALERT_WORDS, nameOfAlert } from "@/app/(members)/billing/_components/alert-words";
import { Button } from "@/components/controls/button";
import { loadedLater } from "@/components/controls/loaded-later";
import { May } from "@/components/members/role";
import { useMember } from "@/components/members/use-member";
import { Money } from "@/components/ui/money";
import { Panel } from "@/components/ui/panel";
import { RowMenu } from "@/components/ui/row-menu";
import { EmptyState, Loaded } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import { ALERT_KINDS, MAX_ALERTS } from "@/lib/contracts/base/values";
import { addAlertOperation, listAlerts } from "@/lib/contracts/generated/members/billing";
import type { AlertRecord } from "@/lib/contracts/members/billing";

const AlertDialog = loadedLater(
  async () => (await import("@/app/(members)/billing/_components/alert-dialog")).AlertDialog,
);

/** Draws the account's alerts, with buttons to add, change and remove. */
export function AlertsPanel() {
  const alerts = useMember(listAlerts, {});
  const [open, setOpen] = useState<OpenAlertDialog>();
  const isFull = (alerts.data?.alerts.length ?? 0) >= MAX_ALERTS * ALERT_KINDS.length;
  return (
    <Panel
      title="Alerts"
      actions={
        isFull ? null : (
          <May call={addAlertOperation}>
            <Button size="sm" variant="outline" onPress={() => setOpen({ dialog: "add" })}>
              Add alert
            </Button>
          </May>
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
                Up to {MAX_ALERTS} alerts of each kind. Charges include GST. An alert doesn’t stop messages.
              </p>
            </>
          )
        }
      </Loaded>
      {open === undefined ? null : <AlertDialog open={open} onClose={() => setOpen(undefined)} />}
    </Panel>
  );
}

function AlertRow({ alert, onOpen }: { alert: AlertRecord; onOpen: (open: OpenAlertDialog) => void }) {
  const { kind, amount, sentAt, isSent } = alert;
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <div className="min-w-0">
        <p>
          {ALERT_WORDS[kind].when} <Money amount={amount} />
        </p>
        {sentAt === null ? null : (
          <p className="text-sm text-muted">
            Sent <Time at={sentAt} isLong isInSentence />. {isSent ? ALERT_WORDS[kind].again : null}
          </p>
        )}
      </div>
      <May call={addAlertOperation}>
        <RowMenu
          label={`Actions for ${nameOfAlert(alert)}`}
          actions={[
            { title: "Change", onSelect: () => onOpen({ dialog: "change", alert }) },
            { title: "Remove", isDanger: true, onSelect: () => onOpen({ dialog: "remove", alert }) },
          ]}
        />
      </May>
    </li>
  );
}

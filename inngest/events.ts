import { eventType } from "inngest";
import { z } from "zod";
import { HOME_CELL, MAX_CELL } from "@/lib/cell-numbers";
import type { WakeUp, WakeUpKind } from "@/lib/jobs/wake/inngest-wake";

const due = z.object({ at: z.iso.datetime() });

/** Messages are due at an instant, or reports that a carrier has to be asked for. */
export const dispatchDue = eventType("gateway/dispatch.due", { schema: due });

/** Webhook deliveries are due at an instant. */
export const webhooksDue = eventType("gateway/webhooks.due", { schema: due });

const dueInCell = z.object({
  cell: z.int().min(2).max(MAX_CELL),
  at: z.iso.datetime(),
  /** The cell with the instant: what makes one run of all events of both. */
  key: z.string(),
});

/** The same two in a cell that is not home (rules: cells): a run of one waits for no run of another. */
export const cellDispatchDue = eventType("gateway/cell.dispatch.due", { schema: dueInCell });
export const cellWebhooksDue = eventType("gateway/cell.webhooks.due", { schema: dueInCell });

/** A cell that is not home is to do all that is overdue there. */
export const cellSweepDue = eventType("gateway/cell.sweep.due", { schema: dueInCell });

/** A domain was approved for an account: messages that were held for it may go. */
export const domainApproved = eventType("gateway/domain.approved", {
  schema: z.object({ accountId: z.int().positive() }),
});

const DUE: Record<WakeUpKind, typeof dispatchDue | typeof webhooksDue> = {
  dispatch: dispatchDue,
  webhooks: webhooksDue,
};

const DUE_IN_CELL: Record<WakeUpKind, typeof cellDispatchDue | typeof cellWebhooksDue> = {
  dispatch: cellDispatchDue,
  webhooks: cellWebhooksDue,
};

/** The event for a wake-up. Its id says what is due, when and where: however often it is sent, it is one run. */
export function dueEvent({ kind, at, cell }: WakeUp) {
  if (cell !== HOME_CELL) return eventInCell(DUE_IN_CELL[kind], cell, at);
  const instant = at.toISOString();
  return DUE[kind].create({ at: instant }, { id: `${DUE[kind].name}@${instant}` });
}

/** The event for a minute's sweep of a cell that is not home. */
export function sweepEvent(cell: number, at: Date) {
  return eventInCell(cellSweepDue, cell, at);
}

type InCell = typeof cellDispatchDue | typeof cellWebhooksDue | typeof cellSweepDue;

function eventInCell(type: InCell, cell: number, at: Date) {
  const key = `${cell}@${at.toISOString()}`;
  return type.create({ cell, at: at.toISOString(), key }, { id: `${type.name}@${key}` });
}

/** The event for an approval. */
export function approvalEvent(accountId: number, approvedAt: Date) {
  const id = `${domainApproved.name}@${accountId}@${approvedAt.toISOString()}`;
  return domainApproved.create({ accountId }, { id });
}

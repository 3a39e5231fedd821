import { eventType } from "inngest";
import { z } from "zod";
import { HOME_CELL, MAX_CELL } from "@/lib/cell-numbers";
import type { WakeUp, WakeUpKind } from "@/lib/jobs/wake/inngest-wake";

const due = z.object({ at: z.iso.datetime() });

/** The event that messages are due at a time, or reports that must be requested from a carrier. */
export const dispatchDue = eventType("gateway/dispatch.due", { schema: due });

/** The event that webhook deliveries are due at a time. */
export const webhooksDue = eventType("gateway/webhooks.due", { schema: due });

const dueInCell = z.object({
  cell: z.int().min(2).max(MAX_CELL),
  at: z.iso.datetime(),
  /** The cell and the time: all events with the same key have one run. */
  key: z.string(),
});

/**
 * The same two events in a cell that is not home (rules: cells). A run of one kind does not wait for a run of the
 * other.
 */
export const cellDispatchDue = eventType("gateway/cell.dispatch.due", { schema: dueInCell });
export const cellWebhooksDue = eventType("gateway/cell.webhooks.due", { schema: dueInCell });

/** The event that starts the sweep of a cell that is not home. */
export const cellSweepDue = eventType("gateway/cell.sweep.due", { schema: dueInCell });

/** The event that a domain was approved for an account: messages that were held for it may be sent. */
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

/** Returns the event for a wake-up. Its id has the kind, the time and the cell: repeated events have one run. */
export function dueEvent({ kind, at, cell }: WakeUp) {
  if (cell !== HOME_CELL) return eventInCell(DUE_IN_CELL[kind], cell, at);
  const instant = at.toISOString();
  return DUE[kind].create({ at: instant }, { id: `${DUE[kind].name}@${instant}` });
}

/** Returns the event for a minute's sweep of a cell that is not home. */
export function sweepEvent(cell: number, at: Date) {
  return eventInCell(cellSweepDue, cell, at);
}

type InCell = typeof cellDispatchDue | typeof cellWebhooksDue | typeof cellSweepDue;

function eventInCell(type: InCell, cell: number, at: Date) {
  const key = `${cell}@${at.toISOString()}`;
  return type.create({ cell, at: at.toISOString(), key }, { id: `${type.name}@${key}` });
}

/** Returns the event for an approval. */
export function approvalEvent(accountId: number, approvedAt: Date) {
  const id = `${domainApproved.name}@${accountId}@${approvedAt.toISOString()}`;
  return domainApproved.create({ accountId }, { id });
}

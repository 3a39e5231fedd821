import { eventType } from "inngest";
import { z } from "zod";
import type { WakeUp, WakeUpKind } from "@/lib/jobs/wake/inngest-wake";

const due = z.object({ at: z.iso.datetime() });

/** Messages are due at an instant, or reports that a carrier has to be asked for. */
export const dispatchDue = eventType("gateway/dispatch.due", { schema: due });

/** Webhook deliveries are due at an instant. */
export const webhooksDue = eventType("gateway/webhooks.due", { schema: due });

/** A domain was approved for an account: messages that were held for it may go. */
export const domainApproved = eventType("gateway/domain.approved", {
  schema: z.object({ accountId: z.int().positive() }),
});

const DUE: Record<WakeUpKind, typeof dispatchDue | typeof webhooksDue> = {
  dispatch: dispatchDue,
  webhooks: webhooksDue,
};

/** The event for a wake-up. Its id says what is due and when: however often it is sent, it is one run. */
export function dueEvent({ kind, at }: WakeUp) {
  const instant = at.toISOString();
  return DUE[kind].create({ at: instant }, { id: `${DUE[kind].name}@${instant}` });
}

/** The event for an approval. */
export function approvalEvent(accountId: number, approvedAt: Date) {
  const id = `${domainApproved.name}@${accountId}@${approvedAt.toISOString()}`;
  return domainApproved.create({ accountId }, { id });
}

import { SIMULATOR_ID } from "@/lib/carriers/carrier";
import type { Database } from "@/lib/db/client";
import { acceptWith, type Contended } from "@/lib/messages/accept/accept";
import type { Locking } from "@/lib/messages/accept/accept.sql";
import { isRefusedByDatabase } from "@/lib/messages/accept/database-refusal";
import { currentHandOver } from "@/lib/messages/accept/hand-over";
import type { PendingRequest } from "@/lib/messages/accept/next-batch";
import type { Outcome, Submission, Taken } from "@/lib/messages/accept/submission";
import { LEASE_MS, type Leased } from "@/lib/queue/leased";

/**
 * Accepts a batch in one statement, and hands over its messages that are due. A statement that was certainly
 * rolled back, because of one request's data, is repeated for each request alone: only that one
 * fails. A statement that may have been committed is never repeated.
 * @returns an outcome for each request, in order; `contended` only where `locking` is `skip`.
 */
export async function acceptBatch(
  db: Database,
  batch: readonly PendingRequest[],
  locking: Locking,
): Promise<(Outcome | Contended)[]> {
  const submissions = batch.map(({ submission }) => submission);
  const latest = new Date(Math.max(...batch.map(({ now }) => now.getTime())));
  const handOver = currentHandOver();
  const messages = submissions.reduce((sum, { items }) => sum + items.length, 0);
  const lease = handOver?.hasRoomFor(messages) ? new Date(latest.getTime() + LEASE_MS) : null;
  const render = (index: number, taken: Taken) => (batch[index] as PendingRequest).render(taken);
  const outcomes = await acceptWith(db, submissions, { now: latest, render, locking, lease });
  if (lease)
    handOver?.take(
      outcomes.flatMap((outcome, index) =>
        leasedOf(submissions[index] as Submission, outcome, latest, lease),
      ),
    );
  if (batch.length === 1) return outcomes;
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.kind !== "failed" || !isRefusedByDatabase(outcome.error)) continue;
    const [alone] = await acceptBatch(db, [batch[index] as PendingRequest], locking);
    outcomes[index] = alone as Outcome | Contended;
  }
  return outcomes;
}

/** The messages of an accepted request that this process hands over: those that are due and not blocked. */
function leasedOf(
  {
    accountId,
    sender,
    body,
    encryptedBody,
    encoding,
    sendType,
    messageClass,
    validityMinutes,
    window,
    items,
  }: Submission,
  outcome: Outcome | Contended,
  acceptedAt: Date,
  lease: Date,
): Leased[] {
  if (outcome.kind !== "accepted") return [];
  const message = {
    ...{ accountId, sender, encryptedBody, sendType, messageClass, acceptedAt, lease },
    ...{ attempts: 1, firstTriedAt: acceptedAt, already: [], unknownSince: null, tried: [], putOff: 0 },
    window: window ?? null,
    validUntil: new Date(acceptedAt.getTime() + validityMinutes * 60_000),
  };
  return items
    .filter(({ carrierId }) => carrierId === SIMULATOR_ID)
    .filter(({ id, dueAt }) => dueAt !== null && dueAt <= acceptedAt && !outcome.blocked.has(id))
    .map(({ id, msisdn, own }) => ({
      ...message,
      ...{ body: own?.body ?? body, encoding: own?.encoding ?? encoding },
      ...{ id, msisdn, network: outcome.ported.get(id) ?? null },
    }));
}

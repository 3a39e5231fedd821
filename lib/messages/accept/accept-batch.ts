import { SIMULATOR_ID } from "@/lib/carriers/carrier";
import type { Database } from "@/lib/db/client";
import { acceptRounds } from "@/lib/messages/accept/accept";
import type { Contended } from "@/lib/messages/accept/accept-answered";
import { isRefusedByDatabase } from "@/lib/messages/accept/database-refusal";
import { currentHandOver } from "@/lib/messages/accept/hand-over";
import type { PendingRequest } from "@/lib/messages/accept/next-batch";
import type { Locking } from "@/lib/messages/accept/purse.sql";
import type { Outcome, Submission, Taken } from "@/lib/messages/accept/submission";
import { LEASE_MS, type Leased } from "@/lib/queue/leased";

/**
 * Accepts a batch in one statement, settles its requests, and hands over its messages that are due. One that takes
 * another round holds up no other. A statement that was certainly rolled back, because of one request's data, is
 * repeated for each request alone: only that one fails. A statement that may have been committed is never repeated.
 * @returns the requests that are contended and not settled, only where `locking` is `skip`.
 */
export async function acceptBatch(
  db: Database,
  batch: readonly PendingRequest[],
  locking: Locking,
): Promise<PendingRequest[]> {
  const submissions = batch.map(({ submission }) => submission);
  const latest = new Date(Math.max(...batch.map(({ now }) => now.getTime())));
  const handOver = currentHandOver();
  const messages = submissions.reduce((sum, { items }) => sum + items.length, 0);
  const lease = handOver?.hasRoomFor(messages) ? new Date(latest.getTime() + LEASE_MS) : null;
  const render = (index: number, taken: Taken) => (batch[index] as PendingRequest).render(taken);
  const contended: PendingRequest[] = [];
  const refused: PendingRequest[] = [];
  for await (const settled of acceptRounds(db, submissions, { now: latest, render, locking, lease })) {
    if (lease)
      handOver?.take(
        settled.flatMap(({ index, outcome }) =>
          leasedOf(submissions[index] as Submission, outcome, latest, lease),
        ),
      );
    for (const { index, outcome } of settled) {
      const request = batch[index] as PendingRequest;
      const isRefused = outcome.kind === "failed" && isRefusedByDatabase(outcome.error);
      if (outcome.kind === "contended") contended.push(request);
      else if (isRefused && batch.length > 1) refused.push(request);
      else request.settle(outcome);
    }
  }
  for (const request of refused) contended.push(...(await acceptBatch(db, [request], locking)));
  return contended;
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

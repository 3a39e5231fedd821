import { SIMULATOR_ID } from "@/lib/carriers/carrier";
import type { Database } from "@/lib/db/client";
import { acceptRounds } from "@/lib/messages/accept/accept";
import type { Locking } from "@/lib/messages/accept/accept.sql";
import type { Contended } from "@/lib/messages/accept/accept-answered";
import { isRefusedByDatabase } from "@/lib/messages/accept/database-refusal";
import { currentHandOver } from "@/lib/messages/accept/hand-over";
import type { PendingRequest } from "@/lib/messages/accept/next-batch";
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
  const handOver = currentHandOver(db.cell);
  const messages = submissions.reduce((sum, { items }) => sum + items.length, 0);
  const leaseUntil = handOver?.hasRoomFor(messages) ? new Date(latest.getTime() + LEASE_MS) : null;
  const render = (index: number, taken: Taken) => (batch[index] as PendingRequest).render(taken);
  const contended: PendingRequest[] = [];
  const refused: PendingRequest[] = [];
  for await (const settled of acceptRounds(db, submissions, { now: latest, render, locking, leaseUntil })) {
    if (leaseUntil)
      handOver?.take(
        settled.flatMap(({ index, outcome }) =>
          leasedOf(submissions[index] as Submission, outcome, latest, leaseUntil),
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

/**
 * The messages of an accepted request that this process hands over: those that are due and not blocked. Each is one
 * literal: put together of others it would take twenty times the memory.
 */
function leasedOf(
  submission: Submission,
  outcome: Outcome | Contended,
  acceptedAt: Date,
  lease: Date,
): Leased[] {
  if (outcome.kind !== "accepted") return [];
  const { body, encoding, encryptedBody, validityMinutes, items } = submission;
  const leaseId = encryptedBody === null ? outcome.leaseId : null;
  const validUntil = new Date(acceptedAt.getTime() + validityMinutes * 60_000);
  const leased: Leased[] = [];
  for (const { id, msisdn, carrierId, dueAt, own } of items) {
    const isDue = dueAt !== null && dueAt <= acceptedAt;
    if (carrierId !== SIMULATOR_ID || !isDue || outcome.blocked.has(id)) continue;
    leased.push({
      id,
      accountId: submission.accountId,
      acceptedAt,
      sender: submission.sender,
      msisdn,
      body: own?.body ?? body,
      encryptedBody,
      encoding: own?.encoding ?? encoding,
      sendType: submission.sendType,
      messageClass: submission.messageClass,
      network: outcome.ported.get(id) ?? null,
      already: NONE,
      validUntil,
      window: submission.window ?? null,
      attempts: 1,
      firstTriedAt: acceptedAt,
      lease,
      leaseId,
      unknownSince: null,
      tried: NONE,
      putOff: 0,
    });
  }
  return leased;
}

const NONE: readonly never[] = [];

import type { Database } from "@/lib/db/client";
import { acceptRounds } from "@/lib/messages/accept/accept";
import type { Locking } from "@/lib/messages/accept/accept.sql";
import type { ContendedOutcome } from "@/lib/messages/accept/accept-answered";
import { isRefusedByDatabase } from "@/lib/messages/accept/database-refusal";
import type { PendingRequest } from "@/lib/messages/accept/next-batch";
import type { Item, MessageFindings, Outcome, Submission } from "@/lib/messages/accept/submission";
import { currentHandOver, type HandOver } from "@/lib/messages/hand-over/hand-over";
import { LEASE_MS, type LeasedMessage } from "@/lib/queue/leased";

/** The longest wait of a batch's newest request after which its messages are still handed over at once. */
const MAX_WAITED_MS = 500;

/**
 * Accepts a batch in one statement, settles its requests, and hands over its due messages. A request that needs
 * another round delays no other. If a statement was certainly rolled back because of one request's data, it is
 * repeated for each request alone, so that only that one fails. A statement that may have been committed is never
 * repeated.
 * @returns the contended requests, which are not settled; only if `locking` is `skip`.
 */
export async function acceptBatch(
  db: Database,
  batch: readonly PendingRequest[],
  locking: Locking,
): Promise<PendingRequest[]> {
  const submissions = batch.map(({ submission }) => submission);
  const latest = new Date(Math.max(...batch.map(({ now }) => now.getTime())));
  // Older messages would have to be checked a second time. A claim does that.
  const isFresh = performance.now() - Math.max(...batch.map(({ since }) => since)) < MAX_WAITED_MS;
  const leases = new BatchReservation(isFresh ? currentHandOver(db.cell) : undefined, submissions, latest);
  const render = (index: number, taken: MessageFindings) => (batch[index] as PendingRequest).render(taken);
  const contended: PendingRequest[] = [];
  const refused: PendingRequest[] = [];
  const options = { now: latest, render, locking, leases: leases.ids.size > 0 ? leases : null };
  try {
    for await (const settled of acceptRounds(db, submissions, options)) {
      for (const { index, outcome } of settled) leases.handOver(submissions[index] as Submission, outcome);
      leases.flush();
      for (const { index, outcome } of settled) {
        const request = batch[index] as PendingRequest;
        const isRefused = outcome.kind === "failed" && isRefusedByDatabase(outcome.error);
        if (outcome.kind === "contended") contended.push(request);
        else if (isRefused && batch.length > 1) refused.push(request);
        else request.settle(outcome);
      }
    }
  } finally {
    leases.release();
  }
  for (const request of refused) contended.push(...(await acceptBatch(db, [request], locking)));
  return contended;
}

/** The reserved room for the due messages of a batch, by carrier, and the leases of these. */
class BatchReservation {
  readonly until: Date;
  readonly ids = new Set<string>();
  private readonly now: Date;
  private readonly handing: HandOver | undefined;
  /** The reserved room by carrier in messages, without handed-over messages. */
  private readonly reserved = new Map<number, number>();
  private readonly leased = new Map<number, LeasedMessage[]>();

  constructor(handing: HandOver | undefined, submissions: readonly Submission[], now: Date) {
    this.until = new Date(now.getTime() + LEASE_MS);
    this.now = now;
    this.handing = handing;
    if (!handing) return;
    const due = new Map<number, string[]>();
    for (const { items } of submissions)
      for (const { id, carrierId, dueAt, invalidNumber } of items) {
        if (dueAt === null || dueAt > now || invalidNumber) continue;
        const own = due.get(carrierId);
        if (own) own.push(id);
        else due.set(carrierId, [id]);
      }
    for (const [carrierId, ids] of due) {
      const room = handing.reserve(carrierId, ids.length);
      this.reserved.set(carrierId, room);
      for (const id of ids.slice(0, room)) this.ids.add(id);
    }
  }

  /** Collects the messages of an accepted request that have a lease and are not blocked, for `flush`. */
  handOver(submission: Submission, outcome: Outcome | ContendedOutcome): void {
    if (outcome.kind !== "accepted" || this.ids.size === 0) return;
    for (const item of submission.items) {
      if (!this.ids.has(item.id) || outcome.blocked.has(item.id)) continue;
      const { until: lease, now: acceptedAt } = this;
      const message = leasedOf(submission, item, outcome, { lease, acceptedAt });
      const own = this.leased.get(item.carrierId);
      if (own) own.push(message);
      else this.leased.set(item.carrierId, [message]);
    }
  }

  /** Hands over the messages collected so far. */
  flush(): void {
    for (const [carrierId, messages] of this.leased) {
      this.reserved.set(carrierId, (this.reserved.get(carrierId) ?? 0) - messages.length);
      this.handing?.take(carrierId, messages);
    }
    this.leased.clear();
  }

  /** Releases the room of messages that were not accepted. */
  release(): void {
    for (const [carrierId, messages] of this.reserved)
      if (messages > 0) this.handing?.release(carrierId, messages);
  }
}

/**
 * Returns a message as it is handed over. It is one literal: an object that is assembled from others takes twenty
 * times the memory.
 */
function leasedOf(
  submission: Submission,
  { id, msisdn, own }: Item,
  { ported }: Outcome & { kind: "accepted" },
  { lease, acceptedAt }: { lease: Date; acceptedAt: Date },
): LeasedMessage {
  return {
    id,
    accountId: submission.accountId,
    acceptedAt,
    sender: submission.sender,
    msisdn,
    body: own?.body ?? submission.body,
    encryptedBody: submission.encryptedBody,
    encoding: own?.encoding ?? submission.encoding,
    sendType: submission.sendType,
    messageClass: submission.messageClass,
    network: ported.get(id) ?? null,
    already: NONE,
    validUntil: new Date(acceptedAt.getTime() + submission.validityMinutes * 60_000),
    window: submission.window ?? null,
    attempts: 1,
    firstTriedAt: acceptedAt,
    lease,
    unknownSince: null,
    tried: NONE,
    putOff: 0,
  };
}

const NONE: readonly never[] = [];

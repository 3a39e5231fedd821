import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { hasFairPlace } from "@/lib/fair-place";
import { acceptBatch } from "@/lib/messages/accept/accept-batch";
import { type PendingRequest, type SlotSize, slotSizeOf, takeBatch } from "@/lib/messages/accept/next-batch";
import type { MessageFindings, Outcome, Submission } from "@/lib/messages/accept/submission";
import { processWide } from "@/lib/process-wide";

/**
 * The most concurrent batches of each size. A statement costs the database as much as eight messages, so one slot
 * with larger batches is faster than several slots. Heavy batches take long, and have separate slots. Requests from
 * forms and from keys with a daily limit also have separate slots. Their further rows need one statement after the
 * other, which would delay other requests.
 */
const SLOTS: Readonly<Record<SlotSize, number>> = { light: 1, pressed: 1, limited: 1, heavy: 2 };
const SLOT_SIZES: readonly SlotSize[] = ["light", "pressed", "limited", "heavy"];

/** The most accounts whose locks are awaited at once. Each takes a connection. */
const MAX_LOCK_WAITS = 4;

/**
 * The time for which an account counts as contended after another transaction had its lock: other processes also
 * accept its requests.
 */
const CONTENDED_MS = 1_000;

/**
 * The most pending requests in this process (rules: accepting). With more, the database is not keeping up.
 */
const MAX_PENDING = 10_000;

/** The longest time a request waits for its batch (rules: accepting), and the interval between checks. */
export const MAX_WAIT_MS = 10_000;
const LOOK_AT_WAITS_MS = 500;

/**
 * Accepts requests of any accounts in batches. While a batch is in flight, further requests gather and form the next
 * batch when a slot is free. A request waits only while a slot is in use, and larger batches make each message
 * cheaper. Requests of one account are accepted in the order of their arrival.
 *
 * A contended account, whose lock another transaction has, delays only its own requests: no slot waits for it.
 */
export class AcceptBatcher {
  private readonly db: Database;
  /** Pending requests by account, in the order of their arrival. */
  private readonly pending = new Map<number, PendingRequest[]>();
  /** Accounts with a batch in flight. */
  private readonly inFlight = new Set<number>();
  /** The number of each account's requests without an outcome. */
  private readonly unsettled = new Map<number, number>();
  private readonly slotsInUse: Record<SlotSize, number> = { light: 0, pressed: 0, limited: 0, heavy: 0 };
  /** Batches of one contended account each, which wait for a connection. */
  private readonly contendedBatches: PendingRequest[][] = [];
  private lockWaits = 0;
  /** Contended accounts, with the time of the last contention. */
  private readonly contendedAt = new Map<number, number>();
  /** Sizes whose slots are filled in this turn of the event loop. */
  private readonly scheduled = new Set<SlotSize>();
  private isWatchingWaits = false;

  constructor(db: Database) {
    this.db = db;
  }

  /**
   * Accepts a request in the next batch.
   * @param render builds the response that is stored for an idempotency key, in pieces.
   * @returns the outcome. It is `failed` with a GatewayError `unavailable` if too many requests are pending, in total
   * or of this account, or after too long a wait. The request then has no effect, now or later (rules: accepting).
   */
  accept(
    submission: Submission,
    now: Date,
    render: (taken: MessageFindings) => Iterable<string>,
  ): Promise<Outcome> {
    const { accountId } = submission;
    if (!hasFairPlace(this.unsettled.get(accountId) ?? 0, this.unsettled.size, MAX_PENDING))
      return Promise.resolve({ kind: "failed", error: tooManyPending() });
    this.countUnsettled(accountId, 1);
    return new Promise((resolve) => {
      const settle = (outcome: Outcome) => {
        this.countUnsettled(accountId, -1);
        resolve(outcome);
      };
      const request = { submission, now, render, settle, since: performance.now() };
      const queue = this.pending.get(accountId);
      if (queue) queue.push(request);
      else this.pending.set(accountId, [request]);
      this.schedule(slotSizeOf(submission));
      this.watchWaits();
    });
  }

  /** One timer serves all requests. It is set while requests wait. */
  private watchWaits(): void {
    if (this.isWatchingWaits) return;
    this.isWatchingWaits = true;
    setTimeout(() => {
      this.isWatchingWaits = false;
      this.refuseOverdue();
      if (this.pending.size + this.contendedBatches.length > 0) this.watchWaits();
    }, LOOK_AT_WAITS_MS).unref();
  }

  /**
   * Refuses requests that have waited too long, before a batch takes them, so that none is accepted after its
   * refusal.
   */
  private refuseOverdue(): void {
    const before = performance.now() - MAX_WAIT_MS;
    for (const [account, queue] of this.pending) {
      refuseBefore(queue, before);
      if (queue.length === 0) this.pending.delete(account);
    }
    for (const batch of this.contendedBatches.splice(0)) {
      const account = (batch[0] as PendingRequest).submission.accountId;
      refuseBefore(batch, before);
      if (batch.length > 0) this.contendedBatches.push(batch);
      else this.inFlight.delete(account);
    }
    this.fillSlots();
  }

  private countUnsettled(accountId: number, by: 1 | -1): void {
    const count = (this.unsettled.get(accountId) ?? 0) + by;
    if (count > 0) this.unsettled.set(accountId, count);
    else this.unsettled.delete(accountId);
  }

  /**
   * Fills slots at the end of this turn of the event loop: all requests that have arrived until then share a batch.
   */
  private schedule(size: SlotSize): void {
    if (this.scheduled.has(size)) return;
    this.scheduled.add(size);
    setImmediate(() => {
      this.scheduled.delete(size);
      this.fillSlots([size]);
    });
  }

  private fillSlots(sizes = SLOT_SIZES): void {
    this.setContendedAside();
    this.startLockWaits();
    for (const size of sizes) {
      while (this.slotsInUse[size] < SLOTS[size]) {
        const batch = takeBatch(this.pending, this.inFlight, size);
        if (batch.length === 0) break;
        this.slotsInUse[size]++;
        void this.runBatch(batch).finally(() => {
          this.slotsInUse[size]--;
          this.fillSlots();
        });
      }
    }
  }

  private async runBatch(batch: readonly PendingRequest[]): Promise<void> {
    const contended = new Map<number, PendingRequest[]>();
    for (const { submission } of batch) {
      this.inFlight.add(submission.accountId);
      contended.set(submission.accountId, []);
    }
    for (const request of await acceptBatch(this.db, batch, "skip"))
      contended.get(request.submission.accountId)?.push(request);
    for (const [account, requests] of contended) {
      if (requests.length === 0) this.inFlight.delete(account);
      else {
        this.contendedAt.set(account, performance.now());
        this.contendedBatches.push(requests);
      }
    }
  }

  /** Removes contended accounts from the slots' batches: skipping a request costs as much as accepting it. */
  private setContendedAside(): void {
    const since = performance.now() - CONTENDED_MS;
    for (const [account, seenAt] of this.contendedAt) {
      if (seenAt < since) this.contendedAt.delete(account);
      else if (!this.inFlight.has(account)) this.setAside(account);
    }
  }

  private setAside(account: number): void {
    const queue = this.pending.get(account);
    const [first] = queue ?? [];
    if (!queue || !first) return;
    const own = new Map([[account, queue]]);
    this.contendedBatches.push(takeBatch(own, this.inFlight, slotSizeOf(first.submission)));
    this.inFlight.add(account);
    if (!own.has(account)) this.pending.delete(account);
  }

  private startLockWaits(): void {
    while (this.lockWaits < MAX_LOCK_WAITS) {
      const batch = this.contendedBatches.shift();
      if (!batch) return;
      this.lockWaits++;
      void acceptBatch(this.db, batch, "wait").then(() => {
        this.lockWaits--;
        for (const { submission } of batch) this.inFlight.delete(submission.accountId);
        this.fillSlots();
      });
    }
  }
}

/** Refuses the requests of a queue, in order of arrival, that have waited since before an instant. */
function refuseBefore(line: PendingRequest[], before: number): void {
  const kept = line.findIndex(({ since }) => since >= before);
  for (const { settle } of line.splice(0, kept < 0 ? line.length : kept)) {
    settle({ kind: "failed", error: tooManyPending() });
  }
}

function tooManyPending(): GatewayError {
  const sentence = "The gateway is busy. Nothing was sent or charged. Try again in a second.";
  return new GatewayError("unavailable", sentence, { "Retry-After": "1" });
}

const batchers = processWide("gatewayAcceptBatchers", () => new WeakMap<Database, AcceptBatcher>());

/** Returns this process's batcher for a database. */
export function acceptBatcherOf(db: Database): AcceptBatcher {
  const existing = batchers.value.get(db);
  if (existing) return existing;
  const batcher = new AcceptBatcher(db);
  batchers.value.set(db, batcher);
  return batcher;
}

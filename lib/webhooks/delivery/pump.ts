import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@/lib/db/client";
import { describeError, log } from "@/lib/log";
import {
  AttemptSlots,
  type BusyEndpoint,
  type EndpointClass,
  type FreeSlots,
  MAX_BEGUN_TOGETHER,
  PROMPT_MS,
  type SlotPromise,
} from "@/lib/webhooks/delivery/attempt-slots";
import {
  type ClaimedDelivery,
  claimStatement,
  nextDueStatement,
  type Turn,
  turnsStatement,
} from "@/lib/webhooks/delivery/deliver.sql";
import { EndedAttempts } from "@/lib/webhooks/delivery/ended-attempts";
import type { HandedOver } from "@/lib/webhooks/delivery/hand-over.sql";
import { type PostResult, TIMEOUT_MS, UNANSWERED, type WebhookClient } from "@/lib/webhooks/delivery/post";
import { nextAttemptAt } from "@/lib/webhooks/delivery/retry";
import { endpointOf, keyText, type WebhookKind } from "@/lib/webhooks/endpoint/endpoint-key";
import { OpenedSecrets } from "@/lib/webhooks/signing/opened-secrets";
import { signatureHeaders } from "@/lib/webhooks/signing/sign";

/**
 * The lease of a worker for an attempt, which itself ends within ten seconds. After the lease the delivery is due
 * again.
 */
export const DELIVERY_LEASE_MS = 30_000;

/**
 * The time for an attempt at an endpoint that has just timed out, in milliseconds, while slots for failing endpoints
 * are scarce. A delivery that was cut short has the whole time at its next attempt, so that a slow receiver can still
 * answer.
 */
export const SHORT_TIMEOUT_MS = 3_000;

/**
 * The longest interval at which `run` looks for due events: other processes may have written some without a wake-up.
 */
const LOOK_EVERY_MS = 1_000;

/**
 * The number of ended attempts that are recorded without delay: a killed process posts again those that are not
 * recorded.
 */
const ENOUGH_TO_RECORD = 8;

/**
 * The longest wait of `stop` for answers. Most come sooner, and a server that stops must not wait for hanging
 * receivers.
 */
const STOP_WITHIN_MS = 3_000;

/** The interval at which `stop` looks for ended attempts. */
const STOP_LOOKS_MS = 20;

/** A delivery that this process attempts. */
type HeldDelivery = Omit<ClaimedDelivery, "most">;

export type PumpOptions = {
  client: WebhookClient;
  /** The secret that encrypts the accounts' signing secrets. */
  authSecret: string;
  /** Returns a number from 0 to 1 for the jitter of retries. */
  random?: () => number;
  /**
   * Called when an attempt has ended. The next `tick` records the result, and should come soon if there are enough.
   */
  onEnd?: (isEnough: boolean) => void;
};

/**
 * Delivers due webhook events. A `tick` records ended attempts, and claims and begins due deliveries that have a free
 * slot. It does not wait for answers. A receiver that uses its ten seconds delays no events of others, and at its own
 * endpoint only as many as it has slots.
 *
 * The rows are the queue. If a process dies, its deliveries are due again when their leases end, so each event
 * arrives at least once.
 */
export class WebhookPump {
  private readonly db: Database;
  private readonly options: PumpOptions;
  private readonly slots = new AttemptSlots();
  private readonly secrets: OpenedSecrets;
  private readonly ended: EndedAttempts;
  private isAsked = true;
  private lookAtMs = 0;

  constructor(db: Database, options: PumpOptions) {
    this.db = db;
    this.ended = new EndedAttempts(db);
    this.options = options;
    this.secrets = new OpenedSecrets(options.authSecret);
  }

  /** Returns whether no attempt is in progress and none is left to record. */
  get isIdle(): boolean {
    return this.slots.inFlight === 0 && this.ended.length === 0;
  }

  /** Records that events may be due. */
  look(): void {
    this.isAsked = true;
  }

  /**
   * Runs `tick` for a caller that calls it after each attempt. It looks for due events only if there may be some:
   * after `look`, when a place becomes free, when the next event is due, and once a second.
   * @returns the latest time of the next call, and the number of paused endpoints.
   */
  async run(now: Date): Promise<{ nextAt: Date | null; paused: number }> {
    const leftMs = this.lookAtMs - now.getTime();
    // If more time is left than the interval, the database's clock was set back.
    if (this.isAsked || leftMs <= 0 || leftMs > LOOK_EVERY_MS) return this.tick(now);
    const paused = await this.record(now);
    return { nextAt: this.ended.length > 0 ? now : new Date(this.lookAtMs), paused };
  }

  /**
   * @param onlyAnswering begins attempts only at endpoints that answer, and not slowly.
   * @returns the number of begun attempts, the latest time of the next look, and the number of paused endpoints.
   */
  async tick(
    now: Date,
    { onlyAnswering = false } = {},
  ): Promise<{ begun: number; nextAt: Date | null; paused: number }> {
    const paused = await this.record(now);
    // A later `look` may be for rows that the claim below does not see.
    this.isAsked = false;
    this.lookAtMs = now.getTime() + LOOK_EVERY_MS;
    try {
      const { begun, nextAt } = await this.claim(now, onlyAnswering);
      if (nextAt) this.lookBy(nextAt);
      return { begun, nextAt, paused };
    } catch (error) {
      this.isAsked = true;
      throw error;
    }
  }

  private async claim(now: Date, onlyAnswering: boolean): Promise<{ begun: number; nextAt: Date | null }> {
    const { busy, free } = this.slots.at(now);
    const lease = new Date(now.getTime() + DELIVERY_LEASE_MS);
    const turns = await this.db.query<Turn>(
      turnsStatement(now, busy, onlyAnswering ? { ...free, untried: 0, failing: 0, slow: 0 } : free),
    );
    const claimed =
      turns.length > 0 ? await this.db.query<ClaimedDelivery>(claimStatement(now, lease, turns)) : [];
    this.noteWhoIsBehind(claimed, busy, free);
    const isContended = this.slots.isContended;
    for (const delivery of claimed) void this.attempt(delivery, lease, now, isContended);
    return { begun: claimed.length, nextAt: await this.nextAt(claimed, free, now) };
  }

  private lookBy(at: Date): void {
    this.lookAtMs = Math.min(this.lookAtMs, at.getTime());
  }

  /** Promises places at endpoints that answer, for events that a statement of this process writes (`EventTaker`). */
  promise(kind: WebhookKind, now: Date): SlotPromise & { lease: Date } {
    return { ...this.slots.promise(kind, now), lease: new Date(now.getTime() + DELIVERY_LEASE_MS) };
  }

  /** Begins attempts at events that were written with a lease of this process (`EventTaker`). */
  take(kind: WebhookKind, handed: readonly HandedOver[], { lease, now }: { lease: Date; now: Date }): void {
    // Without time for a whole attempt, the events wait until they are due at the end of the lease.
    const isLate = now.getTime() + TIMEOUT_MS >= lease.getTime();
    for (const { accountId, url, secrets: written, events, isCut } of handed) {
      if (isCut) this.slots.setBehind(endpointOf(accountId, kind), true);
      if (isLate) continue;
      const { number } = endpointOf(accountId, kind);
      const secrets = written.map((hex) => Buffer.from(hex.slice(2), "hex"));
      for (const [id, body] of events) {
        const event: HeldDelivery = {
          id,
          accountId,
          kind,
          number,
          body,
          url,
          secrets,
          attempts: 1,
          class: "prompt",
          cutShort: false,
          timedOut: false,
        };
        void this.attempt(event, lease, now, false);
      }
    }
  }

  /** Records for known endpoints whether events may wait: the claim used up the endpoint's places, or had none. */
  private noteWhoIsBehind(
    claimed: readonly ClaimedDelivery[],
    busy: readonly BusyEndpoint[],
    free: FreeSlots,
  ): void {
    const taken = new Map<string, number>();
    const left = { ...free };
    for (const delivery of claimed) {
      taken.set(keyText(delivery), (taken.get(keyText(delivery)) ?? 0) + 1);
      left[delivery.class] -= 1;
    }
    for (const endpoint of busy) {
      const { answers, inFlight, window, isFull } = endpoint;
      if (taken.has(keyText(endpoint))) continue;
      const hasNoPlace = isFull || answers === "slow" || inFlight >= window || left[answers] <= 0;
      this.slots.setBehind(endpoint, hasNoPlace);
    }
    for (const delivery of claimed)
      this.slots.setBehind(delivery, (taken.get(keyText(delivery)) ?? 0) >= delivery.most);
  }

  private async nextAt(
    claimed: readonly ClaimedDelivery[],
    free: FreeSlots,
    now: Date,
  ): Promise<Date | null> {
    const left = { ...free };
    for (const delivery of claimed) left[delivery.class] -= 1;
    // More events may be due, or more attempts may have ended.
    const isCut = Object.entries(MAX_BEGUN_TOGETHER).some(
      ([name, most]) => free[name as EndpointClass] - left[name as EndpointClass] >= most,
    );
    if (isCut || this.ended.length > 0) return now;
    // Some current attempts may turn out to be slow, and free their slots.
    if (left.prompt <= 0 || left.usual <= 0) return new Date(now.getTime() + PROMPT_MS / 5);
    const [next] = await this.db.query<{ at: Date | null }>(nextDueStatement(now));
    return next?.at ?? null;
  }

  private async attempt(delivery: HeldDelivery, lease: Date, now: Date, isContended: boolean): Promise<void> {
    const { id, accountId, kind, number, url, attempts } = delivery;
    const end = this.slots.begin(delivery, delivery.class, now);
    const isShort = isContended && delivery.timedOut && !delivery.cutShort;
    const result = await this.send(delivery, now, isShort ? SHORT_TIMEOUT_MS : undefined);
    const at = new Date(now.getTime() + result.durationMs);
    const { ok, timedOut, statusCode, responseBody, error, durationMs } = result;
    const retry = !ok && !result.gone;
    const nextAt = retry
      ? nextAttemptAt(attempts, at, result.retryAfterMs, this.options.random ?? Math.random)
      : null;
    this.ended.add({
      id,
      accountId,
      kind,
      number,
      url,
      lease,
      ok,
      timedOut,
      cutShort: isShort && timedOut,
      nextAt,
      at,
      statusCode,
      responseBody,
      error,
      durationMs,
    });
    end(result);
    if (nextAt) this.lookBy(nextAt);
    if (this.slots.isBehind(delivery)) this.look();
    this.options.onEnd?.(this.ended.length >= ENOUGH_TO_RECORD);
  }

  private async send(delivery: HeldDelivery, now: Date, timeoutMs: number | undefined): Promise<PostResult> {
    try {
      const secrets = delivery.secrets.map((encrypted) => this.secrets.open(encrypted));
      const signed = signatureHeaders(delivery.body, secrets, now.getTime());
      const headers = { "X-Service-Delivery": delivery.id, ...signed };
      return await this.options.client.post(delivery.url, delivery.body, headers, { timeoutMs });
    } catch (failure) {
      // For example a secret that was encrypted under another AUTH_SECRET. An event must not be sent unsigned to a
      // receiver that expects a signature (rules: signing).
      log().error({ delivery: delivery.id, err: describeError(failure) }, "webhook attempt failed");
      return { ...UNANSWERED, durationMs: 0, error: "The request could not be made." };
    }
  }

  /** Records the oldest ended attempts. @returns the number of paused endpoints, whose accounts get an email. */
  record(now: Date): Promise<number> {
    return this.ended.record(now);
  }

  /**
   * Waits for current attempts, for `withinMs` at most, and records those that end. Attempts that are not recorded
   * are posted again when their leases end. The caller must begin no attempts meanwhile.
   */
  async stop(clock: () => Date, withinMs = STOP_WITHIN_MS): Promise<void> {
    const endAt = performance.now() + withinMs;
    while (!this.isIdle) {
      if (this.ended.length > 0) await this.record(clock());
      else if (performance.now() >= endAt) return;
      else await sleep(STOP_LOOKS_MS);
    }
  }
}

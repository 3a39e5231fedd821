import { unseal } from "@/lib/accounts/sealed";
import type { Database } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { describeError, log } from "@/lib/log";
import {
  type Attempted,
  type Busy,
  type Claimed,
  claimStatement,
  finishStatement,
  type WebhookKind,
} from "@/lib/webhooks/deliver.sql";
import type { PostResult, WebhookClient } from "@/lib/webhooks/post";
import { nextAttemptAt } from "@/lib/webhooks/retry";
import { signatureHeaders } from "@/lib/webhooks/sign";

/** How long a worker has for an attempt, which itself ends within ten seconds; then the delivery is due again. */
export const DELIVERY_LEASE_MS = 30_000;

/** Most attempts under way at once in this process. */
const MOST_UNDER_WAY = 128;

/** An endpoint that has only failed for so long is paused (decisions "Events": 5 days). */
export const PAUSE_AFTER_MS = 5 * 24 * 3_600_000;

export type PumpOptions = {
  client: WebhookClient;
  /** What the accounts' signing secrets are sealed under. */
  authSecret: string;
  /** From 0 to 1, for the jitter of retries. */
  random?: () => number;
  /** Called when an attempt has ended: its result waits for the next `tick`. */
  onEnd?: () => void;
};

/**
 * Delivers due webhook events. A `tick` records the attempts that have ended, claims what is due and has a free place,
 * and starts it, without waiting for any answer: a receiver that takes its ten seconds holds up nobody else's events,
 * and at its own endpoint no more than the places that it has.
 *
 * The rows are the queue: a process that dies leaves its deliveries due again when their lease runs out, so that each
 * event arrives at least once.
 */
export class WebhookPump {
  private readonly db: Database;
  private readonly options: PumpOptions;
  private readonly underWay = new Map<string, Busy>();
  private readonly ended: Attempted[] = [];
  private count = 0;

  constructor(db: Database, options: PumpOptions) {
    this.db = db;
    this.options = options;
  }

  /** Whether nothing is under way and nothing is left to record. */
  get isIdle(): boolean {
    return this.count === 0 && this.ended.length === 0;
  }

  /** @returns how many attempts were begun, when the next delivery is due, and how many endpoints were paused. */
  async tick(now: Date): Promise<{ begun: number; nextAt: Date | null; paused: number }> {
    const paused = await this.record(now);
    const places = MOST_UNDER_WAY - this.count;
    if (places === 0) return { begun: 0, nextAt: null, paused };
    const lease = new Date(now.getTime() + DELIVERY_LEASE_MS);
    const claimed = await this.db.query<Claimed>(
      claimStatement(now, lease, [...this.underWay.values()], places),
    );
    for (const delivery of claimed) void this.attempt(delivery, lease, now);
    const [next] = await this.db.query<{ at: Date | null }>(
      sql`select min(due_at) as at from webhook_deliveries where due_at > ${now}`,
    );
    return { begun: claimed.length, nextAt: next?.at ?? null, paused };
  }

  private async attempt(delivery: Claimed, lease: Date, now: Date): Promise<void> {
    const { id, accountId, kind, url, attempts } = delivery;
    this.occupy(accountId, kind, 1);
    const result = await this.send(delivery, now);
    const at = new Date(now.getTime() + result.durationMs);
    const { ok, statusCode, responseBody, error, durationMs } = result;
    const retry = !ok && !result.gone;
    const nextAt = retry
      ? nextAttemptAt(attempts, at, result.retryAfterMs, this.options.random ?? Math.random)
      : null;
    this.ended.push({
      id,
      accountId,
      kind,
      url,
      lease,
      ok,
      nextAt,
      at,
      statusCode,
      responseBody,
      error,
      durationMs,
    });
    this.occupy(accountId, kind, -1);
    this.options.onEnd?.();
  }

  private async send(delivery: Claimed, now: Date): Promise<PostResult> {
    try {
      const signed = signatureHeaders(delivery.body, this.secretsOf(delivery), now.getTime());
      const headers = { "X-Service-Delivery": delivery.id, ...signed };
      return await this.options.client.post(delivery.url, delivery.body, headers);
    } catch (failure) {
      // A secret sealed under another AUTH_SECRET, say: never sent unsigned to who expects a signature.
      log().error({ delivery: delivery.id, err: describeError(failure) }, "webhook attempt failed");
      const error = "The request could not be made.";
      return {
        ok: false,
        gone: false,
        statusCode: null,
        responseBody: null,
        retryAfterMs: null,
        durationMs: 0,
        error,
      };
    }
  }

  private secretsOf({ secret, previousSecret }: Claimed): string[] {
    return [secret, previousSecret].flatMap((sealed) =>
      sealed === null ? [] : [unseal(sealed, this.options.authSecret)],
    );
  }

  private occupy(accountId: number, kind: WebhookKind, by: 1 | -1): void {
    const name = `${accountId} ${kind}`;
    const busy = { accountId, kind, underWay: (this.underWay.get(name)?.underWay ?? 0) + by };
    if (busy.underWay > 0) this.underWay.set(name, busy);
    else this.underWay.delete(name);
    this.count += by;
  }

  /** Records the attempts that have ended. @returns how many endpoints were paused, whose accounts an e-mail awaits. */
  async record(now: Date): Promise<number> {
    if (this.ended.length === 0) return 0;
    const attempts = [...this.ended];
    const pauseBefore = new Date(now.getTime() - PAUSE_AFTER_MS);
    const paused = await this.db.query<{ accountId: number; kind: WebhookKind }>(
      finishStatement(attempts, pauseBefore, now),
    );
    // What could not be written stays, and is written by the next tick.
    this.ended.splice(0, attempts.length);
    for (const endpoint of paused)
      log().warn(endpoint, "webhook endpoint paused: it has only failed for five days");
    return paused.length;
  }
}

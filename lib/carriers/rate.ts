import type { RateLimit } from "@/lib/carriers/load/load";

/** A sliding second, plus the inaccuracy of timers and clocks. */
const WINDOW_MS = 1_010;
/** The share of the full rate that is recovered per second. */
const RECOVERY = 1 / 20;
const MAX_PAUSE_MS = 60_000;
/** The time without throttling after which the next pause is short again. */
const CALM_MS = 10_000;

/**
 * A limit of the parts, or whole messages, per second. No sliding second has more than `tps`. If the server
 * throttles, the rate is halved and paused, and each pause is twice as long as the last. The rate recovers by
 * a twentieth per second.
 */
export class Rate {
  private readonly tps: number;
  private readonly firstPauseMs: number;
  private readonly slowed: (() => void) | undefined;
  /** The times of the last submissions, as a ring. `head` is the position of the next one. */
  private readonly sent: Float64Array;
  private head = 0;
  /** The number of submissions within the last second, counted at the last call of `tokens`. */
  private used = 0;
  private limit: number;
  private limitAt = Number.NEGATIVE_INFINITY;
  private pauseMs = 0;
  private pausedUntil = Number.NEGATIVE_INFINITY;

  /** @param slowed is called when the server throttles for the first time in a while. */
  constructor(tps: number, firstPauseMs: number, slowed?: () => void) {
    this.tps = tps;
    this.slowed = slowed;
    this.firstPauseMs = firstPauseMs;
    this.limit = tps;
    this.sent = new Float64Array(tps).fill(Number.NEGATIVE_INFINITY);
  }

  /** Uses up the rate, because another user of the network may have done so. */
  exhaust(now: number): void {
    this.sent.fill(now);
    this.used = this.tps;
  }

  /** Returns the number of parts per second that are allowed now. */
  current(now: number): number {
    const recovered = (this.tps * RECOVERY * Math.max(now - this.limitAt, 0)) / 1_000;
    return Math.min(Math.floor(this.limit + recovered), this.tps);
  }

  /** Returns the rate in the contract and the current one, which is 0 during a pause. */
  limits(now: number): RateLimit {
    return { tps: this.tps, allowed: now < this.pausedUntil ? 0 : this.current(now) };
  }

  /** Returns the number of parts that may be submitted now. */
  tokens(now: number): number {
    if (now < this.pausedUntil) return 0;
    while (this.used > 0 && this.sentAt(this.used - 1) <= now - WINDOW_MS) this.used--;
    return Math.max(this.current(now) - this.used, 0);
  }

  /** Uses one token. Call it only if `tokens` is positive. */
  take(now: number): void {
    this.sent[this.head] = now;
    this.head = (this.head + 1) % this.tps;
    this.used++;
  }

  /** Returns the milliseconds until there may be a token, if there is none. */
  waitMs(now: number): number {
    const oldest = this.sentAt(this.current(now) - 1);
    return Math.max(this.pausedUntil - now, oldest + WINDOW_MS - now, 1);
  }

  /** Slows down after a throttling answer. Further ones during the pause are ignored. */
  throttle(now: number): void {
    if (now < this.pausedUntil) return;
    this.limit = Math.max(this.current(now) / 2, 1);
    const isCalm = now - this.pausedUntil >= CALM_MS;
    this.pauseMs = isCalm ? this.firstPauseMs : Math.min(this.pauseMs * 2, MAX_PAUSE_MS);
    this.pausedUntil = now + this.pauseMs;
    this.limitAt = this.pausedUntil;
    if (isCalm) this.slowed?.();
  }

  /** Returns the time of the submission that `others` submissions followed. */
  private sentAt(others: number): number {
    return this.sent[(this.head - 1 - others + 2 * this.tps) % this.tps] ?? Number.NEGATIVE_INFINITY;
  }
}

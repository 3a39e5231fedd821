import type { RateLimit } from "@/lib/carriers/load/load";

/** A sliding second, and what timers and clocks may be off by. */
const WINDOW_MS = 1_010;
/** The share of the whole rate that is won back in a second. */
const RECOVERY = 1 / 20;
const MAX_PAUSE_MS = 60_000;
/** So long after a pause without another one, the next is a short one again. */
const CALM_MS = 10_000;

/**
 * How many parts, or whole messages, may be submitted a second. In no sliding second are there more than `tps`. A server that
 * says it is too much halves the rate and pauses it, and the pause doubles; the rate recovers by a twentieth a second.
 */
export class Rate {
  private readonly tps: number;
  private readonly firstPauseMs: number;
  private readonly slowed: (() => void) | undefined;
  /** When the last parts were submitted, as a ring: `head` is where the next goes. */
  private readonly sent: Float64Array;
  private head = 0;
  /** How many of them were in the last second, as of the last look. */
  private used = 0;
  private limit: number;
  private limitAt = Number.NEGATIVE_INFINITY;
  private pauseMs = 0;
  private pausedUntil = Number.NEGATIVE_INFINITY;

  /** @param slowed is called when the server says that it is too much, for the first time in a while. */
  constructor(tps: number, firstPauseMs: number, slowed?: () => void) {
    this.tps = tps;
    this.slowed = slowed;
    this.firstPauseMs = firstPauseMs;
    this.limit = tps;
    this.sent = new Float64Array(tps).fill(Number.NEGATIVE_INFINITY);
  }

  /** As if as many as are allowed had just been submitted: somebody else may have done that. */
  exhaust(now: number): void {
    this.sent.fill(now);
    this.used = this.tps;
  }

  /** How many parts a second are allowed at present. */
  current(now: number): number {
    const recovered = (this.tps * RECOVERY * Math.max(now - this.limitAt, 0)) / 1_000;
    return Math.min(Math.floor(this.limit + recovered), this.tps);
  }

  /** What is allowed by the contract, and at present: nothing in a pause. */
  limits(now: number): RateLimit {
    return { tps: this.tps, allowed: now < this.pausedUntil ? 0 : this.current(now) };
  }

  /** How many parts may be submitted now. */
  tokens(now: number): number {
    if (now < this.pausedUntil) return 0;
    while (this.used > 0 && this.sentAt(this.used - 1) <= now - WINDOW_MS) this.used--;
    return Math.max(this.current(now) - this.used, 0);
  }

  /** Takes one, of which there is one. */
  take(now: number): void {
    this.sent[this.head] = now;
    this.head = (this.head + 1) % this.tps;
    this.used++;
  }

  /** In how many milliseconds there may be a token where there is none. */
  waitMs(now: number): number {
    const oldest = this.sentAt(this.current(now) - 1);
    return Math.max(this.pausedUntil - now, oldest + WINDOW_MS - now, 1);
  }

  /** The server said that it is too much. Answers that come during the pause say the same once more. */
  throttle(now: number): void {
    if (now < this.pausedUntil) return;
    this.limit = Math.max(this.current(now) / 2, 1);
    const isCalm = now - this.pausedUntil >= CALM_MS;
    this.pauseMs = isCalm ? this.firstPauseMs : Math.min(this.pauseMs * 2, MAX_PAUSE_MS);
    this.pausedUntil = now + this.pauseMs;
    this.limitAt = this.pausedUntil;
    if (isCalm) this.slowed?.();
  }

  /** When the part was submitted before which there were so many others. */
  private sentAt(others: number): number {
    return this.sent[(this.head - 1 - others + 2 * this.tps) % this.tps] ?? Number.NEGATIVE_INFINITY;
  }
}

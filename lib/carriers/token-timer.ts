import type { Rate } from "@/lib/carriers/rate";

/**
 * Wakes a carrier when its rate has a token again, for waiting messages and for callers that wait for room.
 */
export class TokenTimer {
  private readonly rate: Rate;
  private readonly wake: () => void;
  private timer: NodeJS.Timeout | null = null;

  constructor(rate: Rate, wake: () => void) {
    this.rate = rate;
    this.wake = wake;
  }

  /**
   * Sets the timer if there is no token and it is not set yet.
   * @param lacksToken whether a message waits for a token. A token may exist by now, but without a timer it
   * would stay unused.
   * @param pausedUntil the end of a pause in submissions, from `performance.now()`.
   */
  set(lacksToken: boolean, pausedUntil = Number.NEGATIVE_INFINITY): void {
    if (this.timer) return;
    const at = performance.now();
    const isFull = lacksToken || this.rate.tokens(at) === 0;
    if (!isFull && at >= pausedUntil) return;
    const waitMs = Math.max(pausedUntil - at, isFull ? this.rate.waitMs(at) : 0, 1);
    this.timer = setTimeout(() => {
      this.timer = null;
      this.wake();
    }, waitMs).unref();
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }
}

import type { Rate } from "@/lib/carriers/rate";

/** Wakes a carrier when its rate has a token again, for what waits there and for whoever asks for room. */
export class TokenTimer {
  private readonly rate: Rate;
  private readonly wake: () => void;
  private timer: NodeJS.Timeout | null = null;

  constructor(rate: Rate, wake: () => void) {
    this.rate = rate;
    this.wake = wake;
  }

  /**
   * Sets the timer where there is no token, and it is not set yet.
   * @param lacksToken whether something waits for a token. There may be one by now: without a timer nobody would use it.
   * @param pausedUntil until when nothing is submitted in any case, by `performance.now()`.
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

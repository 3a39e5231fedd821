/** The first and the longest wait after a loss, and the same after a refused login; in milliseconds. */
export type WaitTimes = {
  backOffMs: number;
  maxBackOffMs: number;
  refusedBackOffMs: number;
  maxRefusedBackOffMs: number;
};

/** The shortest wait, as a share of the longest possible one. */
const MIN_SHARE = 0.1;

/**
 * Growing waits before a network is tried again. They are random, so that servers do not retry at the same
 * time.
 */
export class RetryWaits {
  private readonly times: WaitTimes;
  private readonly random: () => number;
  private losses = 0;
  private refusals = 0;

  constructor(times: WaitTimes, random: () => number = Math.random) {
    this.times = times;
    this.random = random;
  }

  /** Returns the wait after a connection was lost or failed. */
  lost(): number {
    const { backOffMs, maxBackOffMs } = this.times;
    const longest = Math.min(backOffMs * 2 ** Math.min(this.losses++, 20), maxBackOffMs);
    return longest * Math.max(this.random(), MIN_SHARE);
  }

  /** Returns the wait after a refused login. An operator must act, so the retries become rarer and rarer. */
  refused(): number {
    const { refusedBackOffMs, maxRefusedBackOffMs } = this.times;
    return Math.min(refusedBackOffMs * 2 ** Math.min(this.refusals++, 20), maxRefusedBackOffMs);
  }

  forgetLosses(): void {
    this.losses = 0;
  }

  forgetRefusals(): void {
    this.refusals = 0;
  }
}

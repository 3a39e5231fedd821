/** The first wait after a loss and the longest, and the same where a login was refused; in milliseconds. */
export type WaitTimes = {
  backOffMs: number;
  maxBackOffMs: number;
  refusedBackOffMs: number;
  maxRefusedBackOffMs: number;
};

/** No wait is shorter than this share of the longest that it might be. */
const MIN_SHARE = 0.1;

/** How long to wait before a network is tried again: longer each time, by chance so that servers do not meet. */
export class RetryWaits {
  private readonly times: WaitTimes;
  private readonly random: () => number;
  private losses = 0;
  private refusals = 0;

  constructor(times: WaitTimes, random: () => number = Math.random) {
    this.times = times;
    this.random = random;
  }

  /** The wait after a connection was lost or did not come about. */
  lost(): number {
    const { backOffMs, maxBackOffMs } = this.times;
    const longest = Math.min(backOffMs * 2 ** Math.min(this.losses++, 20), maxBackOffMs);
    return longest * Math.max(this.random(), MIN_SHARE);
  }

  /** The wait after a login that was refused. Somebody has to look; until then it is tried ever more rarely. */
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

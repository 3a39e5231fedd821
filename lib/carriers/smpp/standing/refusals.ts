import type { StandingTimes } from "@/lib/carriers/smpp/standing/times";

/** The longest gap between refusals of the same problem: a network that is full has pauses of a minute. */
const MAX_GAP_MS = 90_000;

/** Measures how long a network has deferred or throttled all submissions and accepted none. */
export class Refusals {
  /** The cause of the newest refusal. */
  cause: string | null = null;
  private readonly times: StandingTimes;
  private firstAt = 0;
  private newestAt = 0;
  private count = 0;

  constructor(times: StandingTimes) {
    this.times = times;
  }

  refused(cause: string, at: number): void {
    if (this.count === 0 || at - this.newestAt > MAX_GAP_MS) {
      this.firstAt = at;
      this.count = 0;
    }
    this.count++;
    this.newestAt = at;
    this.cause = cause;
  }

  accepted(): void {
    this.count = 0;
  }

  /** Returns whether the network has accepted nothing for so long that no message may wait for it. */
  areLasting(at: number): boolean {
    return this.count >= 2 && this.last(at, this.times.refusingMs);
  }

  /** Returns the same for one-time codes. */
  areLastingForCodes(at: number): boolean {
    return this.count >= 1 && this.last(at, this.times.codeRefusingMs);
  }

  private last(at: number, ms: number): boolean {
    return at - this.firstAt >= ms && at - this.newestAt <= MAX_GAP_MS;
  }
}

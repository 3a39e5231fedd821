import type { StandingTimes } from "@/lib/carriers/smpp/standing/times";

/** When a network or a link that is down may be asked again: the wait doubles with each message that asks. */
export class AskTimes {
  nextAt = Number.NEGATIVE_INFINITY;
  private readonly times: StandingTimes;
  private waitMs: number;

  constructor(times: StandingTimes) {
    this.times = times;
    this.waitMs = times.askAfterMs;
  }

  /** Begins with the first wait. */
  begin(at: number): void {
    this.waitMs = this.times.askAfterMs;
    this.nextAt = at + this.waitMs;
  }

  /** A message asks now. */
  asked(at: number): void {
    this.waitMs = Math.min(this.waitMs * 2, this.times.maxAskAfterMs);
    this.nextAt = at + this.waitMs;
  }
}

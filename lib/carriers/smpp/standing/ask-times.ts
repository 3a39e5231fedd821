import type { StandingTimes } from "@/lib/carriers/smpp/standing/times";

/** The times at which messages may probe a network or link that is down. The wait doubles with each probe. */
export class AskTimes {
  nextAt = Number.NEGATIVE_INFINITY;
  private readonly times: StandingTimes;
  private waitMs: number;

  constructor(times: StandingTimes) {
    this.times = times;
    this.waitMs = times.askAfterMs;
  }

  /** Restarts with the first wait. */
  begin(at: number): void {
    this.waitMs = this.times.askAfterMs;
    this.nextAt = at + this.waitMs;
  }

  /** Records a probe. */
  asked(at: number): void {
    this.waitMs = Math.min(this.waitMs * 2, this.times.maxAskAfterMs);
    this.nextAt = at + this.waitMs;
  }
}

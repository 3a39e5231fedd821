import { AskTimes } from "@/lib/carriers/smpp/standing/ask-times";
import type { StandingTimes } from "@/lib/carriers/smpp/standing/times";
import type { Settlement } from "@/lib/smpp/session/in-flight";

/** The number of unanswered submissions in a row that makes a link silent. */
const MAX_UNANSWERED = 3;

/**
 * The end of a submission on a link: an answer, no answer in time, the link's loss, or a loss before it was
 * written.
 */
export type SubmissionEnd = "answered" | "late" | "lost" | "not written";

/** Returns the end of a submission that is settled. @param isBound whether the link is still bound. */
export function endOf({ outcome }: Settlement, isBound: boolean): SubmissionEnd {
  if (outcome !== "unanswered") return outcome;
  return isBound ? "late" : "lost";
}

/**
 * Judges if one link answers its submissions. A silent link stays silent over a new bind, until an answer
 * comes.
 */
export class LinkSilence {
  /** The time since which it is silent; null if it answers. */
  silentSince: number | null = null;
  /** The times at which messages may probe the link while other links answer. */
  readonly asks: AskTimes;
  private readonly times: StandingTimes;
  private owed = 0;
  /** The time since which answers are outstanding and none came. */
  private quietSince = 0;
  private unansweredInRow = 0;
  /** True if the loss of the current bind was counted: one loss ends the submissions of a whole window. */
  private isLossCounted = false;

  constructor(times: StandingTimes) {
    this.times = times;
    this.asks = new AskTimes(times);
  }

  get isSilent(): boolean {
    return this.silentSince !== null;
  }

  written(at: number): void {
    if (this.owed === 0) this.quietSince = at;
    this.owed++;
    this.isLossCounted = false;
  }

  ended(end: SubmissionEnd, at: number): void {
    this.owed = Math.max(this.owed - 1, 0);
    if (end === "answered") {
      this.quietSince = at;
      this.unansweredInRow = 0;
      this.silentSince = null;
    }
    if (end === "late" || (end === "lost" && !this.isLossCounted)) this.unansweredInRow++;
    if (end === "lost") this.isLossCounted = true;
  }

  /** @param usualMs the network's usual answer time; null if it is not known. */
  check(at: number, usualMs: number | null, responseTimeoutMs: number): void {
    if (this.isSilent) return;
    const patienceMs = Math.min(Math.max(this.times.silentMs, 2 * (usualMs ?? 0)), responseTimeoutMs);
    const isQuiet = this.owed > 0 && at - this.quietSince >= patienceMs;
    if (!isQuiet && this.unansweredInRow < MAX_UNANSWERED) return;
    this.silentSince = at;
    this.asks.begin(at);
  }
}

import type { Health, Standing } from "@/lib/carriers/carrier";
import { AnswerTime } from "@/lib/carriers/smpp/standing/answer-time";
import { AskTimes } from "@/lib/carriers/smpp/standing/ask-times";
import { LinkSilence, type SubmissionEnd } from "@/lib/carriers/smpp/standing/link-silence";
import { Refusals } from "@/lib/carriers/smpp/standing/refusals";
import { STANDING_TIMES, type StandingTimes } from "@/lib/carriers/smpp/standing/times";

/** The shortest time for which one message that tries a network keeps the next from trying it. */
const MIN_TRY_MS = 500;

/**
 * The time for which a link is silent before it is reported: the first answers of a slow network may be about
 * to come.
 */
const TELL_AFTER_MS = 2_000;

/** The number of usual answer times after which the next message may probe a network. */
const TRY_ANSWERS = 3;

/** The reasons for a silent link, and for a silent network. */
const SILENT_LINK = "It is connected, but the network answers no message on it.";
const SILENT = "It is connected, but the network answers no message.";

const refusing = (seconds: number, cause: string | null) =>
  `It has accepted no message for ${seconds} seconds. Its last answer: ${cause}`;

/**
 * An answer to a message after `ms`. `put off` means that the network accepts nothing for now; `cause` is the
 * reason.
 */
export type MessageAnswer = {
  kind: "accepted" | "put off" | "neither";
  ms: number;
  at: number;
  cause?: string;
};

/**
 * Judges a network by its answers to messages (rules: networks that do not answer). The network is down if it
 * answers nothing on any link, or accepts nothing for a while. Then single messages probe it. One message
 * also probes a network whose links were all lost.
 */
export class NetworkStanding {
  readonly answerTime = new AnswerTime();
  private readonly times: StandingTimes;
  private readonly responseTimeoutMs: number;
  private readonly refusals: Refusals;
  private readonly links = new Map<number, LinkSilence>();
  private readonly asks: AskTimes;
  private verdict: "silent" | "refusing" | null = null;
  /** True if a message was answered since the last time that all links were down. */
  private isProven = false;
  private triesFrom = Number.NEGATIVE_INFINITY;
  /** The message that probes now. All its parts may be written. */
  private trying: object | null = null;

  constructor(responseTimeoutMs: number, times: Partial<StandingTimes> = {}) {
    this.times = { ...STANDING_TIMES, ...times };
    this.responseTimeoutMs = responseTimeoutMs;
    this.refusals = new Refusals(this.times);
    this.asks = new AskTimes(this.times);
  }

  /** True if only a probing message may be written. */
  get isDown(): boolean {
    return this.verdict !== null;
  }

  /** Records that all links are down. */
  linksLost(): void {
    this.isProven = false;
    this.trying = null;
    this.triesFrom = Number.NEGATIVE_INFINITY;
  }

  /** The most messages that may be begun now. */
  room(at: number): number {
    if (this.isProven && this.verdict === null) return Number.POSITIVE_INFINITY;
    return at >= (this.verdict === null ? this.triesFrom : this.asks.nextAt) ? 1 : 0;
  }

  /**
   * Returns whether a part of the message may be written now. A network that is up may get all messages that
   * it had room for.
   */
  mayWrite(message: object, at: number): boolean {
    return this.verdict === null || message === this.trying || this.room(at) > 0;
  }

  /**
   * Returns whether a link may get any message, or one as a probe, or none, because it is silent and other
   * links are not.
   */
  linkNeeds(number: number, at: number): "nothing" | "one" | "any" {
    const link = this.silenceOf(number);
    if (!link.isSilent || this.verdict !== null || !this.isProven) return "any";
    return at >= link.asks.nextAt ? "one" : "nothing";
  }

  /** Returns the reason why a link gets no messages; null if it gets them, or did a moment ago. */
  troubleOf(number: number, at: number): string | null {
    const { silentSince } = this.silenceOf(number);
    return silentSince !== null && at - silentSince >= TELL_AFTER_MS ? SILENT_LINK : null;
  }

  written(number: number, message: object, at: number): void {
    const link = this.silenceOf(number);
    link.written(at);
    if (link.isSilent) link.asks.asked(at);
    if ((this.isProven && this.verdict === null) || message === this.trying) return;
    this.trying = message;
    this.triesFrom = at + this.tryMs();
    if (this.verdict !== null) this.asks.asked(at);
  }

  ended(number: number, end: SubmissionEnd, at: number): void {
    this.silenceOf(number).ended(end, at);
  }

  answered({ kind, ms, at, cause = "" }: MessageAnswer): void {
    this.answerTime.note(ms);
    this.isProven = true;
    this.trying = null;
    if (this.verdict === "silent") this.verdict = null;
    if (kind === "put off") this.refusals.refused(cause, at);
    else if (kind === "accepted" || this.verdict === "refusing") {
      this.refusals.accepted();
      this.verdict = null;
    }
  }

  /** Updates the judgement. @param bound the links that may submit. */
  check(at: number, bound: readonly number[]): void {
    for (const number of bound)
      this.silenceOf(number).check(at, this.answerTime.usualMs, this.responseTimeoutMs);
    if (this.verdict !== null) return;
    if (bound.length > 0 && bound.every((number) => this.silenceOf(number).isSilent)) this.verdict = "silent";
    else if (this.refusals.areLasting(at)) this.verdict = "refusing";
    if (this.verdict !== null) this.asks.begin(at);
  }

  /** Returns whether one-time codes should be routed elsewhere although the network is up. */
  refusesCodes(at: number): boolean {
    return this.refusals.areLastingForCodes(at);
  }

  /** Returns the health of a network that has links. */
  health(at: number): Omit<Health, "standing"> & { standing: Standing | null } {
    const { refusingMs, codeRefusingMs } = this.times;
    const { cause } = this.refusals;
    if (this.verdict === null) {
      const refusesCodes = this.refusesCodes(at);
      const reason = refusesCodes ? refusing(codeRefusingMs / 1_000, cause) : null;
      return { isUp: true, reason, standing: refusesCodes ? "no codes" : null };
    }
    const reason = this.verdict === "silent" ? SILENT : refusing(refusingMs / 1_000, cause);
    return { isUp: false, reason, standing: at >= this.asks.nextAt ? "asks" : "failing" };
  }

  private tryMs(): number {
    const { usualMs } = this.answerTime;
    const { tryMs } = this.times;
    return usualMs === null ? tryMs : Math.min(Math.max(TRY_ANSWERS * usualMs, MIN_TRY_MS), tryMs);
  }

  private silenceOf(number: number): LinkSilence {
    const known = this.links.get(number) ?? new LinkSilence(this.times);
    this.links.set(number, known);
    return known;
  }
}

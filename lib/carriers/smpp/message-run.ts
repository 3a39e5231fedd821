import type { AcceptedPart, CarrierAnswer, Outgoing } from "@/lib/carriers/carrier";
import { countTry } from "@/lib/carriers/error-rules";
import type { ErrorRule } from "@/lib/carriers/smpp/settings";
import { formatStatus } from "@/lib/smpp/pdu/status";
import type { WirePart } from "@/lib/smpp/text/split";

type PartState =
  | { state: "waiting" | "submitted" | "unknown" }
  | { state: "accepted"; reference: string | null };

/** A refusal of a part, and the rule for it. */
export type Refusal = { status: number; rule: ErrorRule };

/** One message at a carrier: the state of each part, and the message's outcome. */
export class MessageRun {
  readonly message: Outgoing;
  readonly wire: readonly WirePart[];
  private readonly parts: PartState[];
  private refusal: Refusal | null = null;
  private putOff: number;
  private isCutShort = false;

  /** @param wire the parts. Parts that were accepted at an earlier attempt are not submitted again. */
  constructor(message: Outgoing, wire: readonly WirePart[]) {
    this.message = message;
    this.wire = wire;
    this.putOff = message.putOff;
    const taken = new Map(message.already.map(({ part, reference }) => [part, reference]));
    this.parts = wire.map((_, index) =>
      taken.has(index) ? { state: "accepted", reference: taken.get(index) ?? null } : { state: "waiting" },
    );
  }

  /** Returns the first part to submit; undefined if no part waits, or no more may be submitted. */
  next(): number | undefined {
    if (this.isCutShort) return undefined;
    const index = this.parts.findIndex(({ state }) => state === "waiting");
    return index < 0 ? undefined : index;
  }

  submitted(part: number): void {
    this.parts[part] = { state: "submitted" };
  }

  accepted(part: number, reference: string | null): void {
    this.parts[part] = { state: "accepted", reference };
  }

  /** Records that the part may have been accepted. No more parts are submitted until that is known. */
  unanswered(part: number): void {
    this.parts[part] = { state: "unknown" };
    this.isCutShort = true;
  }

  /** Records that the part was surely not accepted. It is submitted again. */
  again(part: number): void {
    this.parts[part] = { state: "waiting" };
  }

  /** Returns the rule to apply this time, and counts a try if it defers the message. */
  follow(rule: ErrorRule): ErrorRule {
    const tried = countTry(rule, this.putOff);
    this.putOff = tried.putOff;
    return tried.rule;
  }

  /** Records a refusal, final or temporary. No more parts are submitted now. */
  refused(part: number, refusal: Refusal): void {
    this.parts[part] = { state: "waiting" };
    this.refusal ??= refusal;
    this.isCutShort = true;
  }

  /** Submits no more parts, because there is no link, or the message has waited too long. */
  cutShort(): void {
    this.isCutShort = true;
  }

  get isInFlight(): boolean {
    return this.parts.some(({ state }) => state === "submitted");
  }

  /**
   * Returns the answer for the message; null while it is undecided. Once a part was accepted, only this
   * carrier can send the others. Parts that were surely not accepted are retried.
   */
  result(): CarrierAnswer | null {
    const { id } = this.message;
    const { putOff } = this;
    if (this.isInFlight || this.next() !== undefined) return null;
    const accepted = this.parts.flatMap((part, index): AcceptedPart[] =>
      part.state === "accepted" ? [{ part: index, reference: part.reference }] : [],
    );
    if (accepted.length === this.parts.length)
      return { id, outcome: "accepted", references: accepted.map(({ reference }) => reference) };
    const taken = accepted.length > 0 && { accepted, partCount: this.parts.length };
    if (this.parts.some(({ state }) => state === "unknown"))
      return { id, outcome: "unknown", ...(taken || { accepted }) };
    if (this.refusal === null) {
      const later = {
        id,
        outcome: "later",
        code: "not submitted",
        afterMs: NOT_SUBMITTED_MS,
        putOff,
      } as const;
      const counts = accepted.length > this.message.already.length;
      return { ...later, counts, ...taken };
    }
    const { rule, status } = this.refusal;
    const code = formatStatus(status);
    if (taken && rule.action === "later")
      return { id, outcome: "later", code, afterMs: rule.delayMs, counts: true, putOff, ...taken };
    if (taken) return { id, outcome: "refused", code, ...taken };
    if (rule.action === "refused") return { id, outcome: "refused", code };
    if (rule.action === "elsewhere") return { id, outcome: "elsewhere", code };
    return { id, outcome: "later", code, afterMs: rule.delayMs, counts: rule.action === "later", putOff };
  }
}

/** The wait before a retry, if there was no link, or no room in time. */
const NOT_SUBMITTED_MS = 1_000;

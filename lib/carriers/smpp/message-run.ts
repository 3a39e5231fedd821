import type { AcceptedPart, Outgoing, Settled } from "@/lib/carriers/carrier";
import { countTry } from "@/lib/carriers/error-rules";
import type { ErrorRule } from "@/lib/carriers/smpp/settings";
import { formatStatus } from "@/lib/smpp/pdu/status";
import type { WirePart } from "@/lib/smpp/text/split";

type PartState =
  | { state: "waiting" | "submitted" | "unknown" }
  | { state: "accepted"; reference: string | null };

/** A refusal of a part, and what follows from it. */
export type Refusal = { status: number; rule: ErrorRule };

/** One message at a carrier: where each of its parts is, and what that makes of the message. */
export class MessageRun {
  readonly message: Outgoing;
  readonly wire: readonly WirePart[];
  private readonly parts: PartState[];
  private refusal: Refusal | null = null;
  private putOff: number;
  private isCutShort = false;

  /** @param wire its parts; those that were taken at an earlier attempt are not submitted again. */
  constructor(message: Outgoing, wire: readonly WirePart[]) {
    this.message = message;
    this.wire = wire;
    this.putOff = message.putOff;
    const taken = new Map(message.already.map(({ part, reference }) => [part, reference]));
    this.parts = wire.map((_, index) =>
      taken.has(index) ? { state: "accepted", reference: taken.get(index) ?? null } : { state: "waiting" },
    );
  }

  /** The first part that waits to be submitted; undefined where none does, or no more are to be. */
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

  /** Perhaps taken: no more parts are submitted until that is known. */
  unanswered(part: number): void {
    this.parts[part] = { state: "unknown" };
    this.isCutShort = true;
  }

  /** Surely not taken: it is submitted again. */
  again(part: number): void {
    this.parts[part] = { state: "waiting" };
  }

  /** A rule as it is followed this time, which counts as a try where it puts the message off. */
  follow(rule: ErrorRule): ErrorRule {
    const tried = countTry(rule, this.putOff);
    this.putOff = tried.putOff;
    return tried.rule;
  }

  /** Refused, for good or until later: no more parts are submitted now. */
  refused(part: number, refusal: Refusal): void {
    this.parts[part] = { state: "waiting" };
    this.refusal ??= refusal;
    this.isCutShort = true;
  }

  /** Submits no more of it: there is no link, or it has waited too long. */
  cutShort(): void {
    this.isCutShort = true;
  }

  get isInFlight(): boolean {
    return this.parts.some(({ state }) => state === "submitted");
  }

  /**
   * What is to be told of the message; null while that is not decided. Once a part was taken, the others go by this carrier
   * or not at all, and are tried again where they were surely not taken.
   */
  result(): Settled | null {
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

/** When a message is tried again for which there was no link, or no room in time. */
const NOT_SUBMITTED_MS = 1_000;

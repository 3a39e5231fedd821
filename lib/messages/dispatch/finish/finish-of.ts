import type { AcceptedPart, Carrier, CarrierAnswer } from "@/lib/carriers/carrier";
import { NETWORK_FAILING, VALIDITY_OVER } from "@/lib/carriers/causes/submission-cause";
import type { FinishedMessage, SubmittedPart } from "@/lib/messages/dispatch/finish/finish.sql";
import type { LeasedMessage } from "@/lib/queue/leased";
import { countParts } from "@/lib/sms/text/segments";

/** The wait after the first submission without an answer. It doubles up to the maximum. */
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 15 * 60_000;

/** The time for which a message is held that the carrier may have accepted, and the time for a one-time code. */
export const UNKNOWN_HOLD_MS = 120_000;
export const UNKNOWN_CODE_HOLD_MS = 20_000;

/** The carrier's terms for messages that it may have accepted. */
type CarrierTerms = Pick<Carrier, "isIdempotent" | "ifUnknown">;

/**
 * The terms of a hold, and the function that returns the next carrier for a refused message, or null. `costOf`
 * returns the cost of a part.
 */
export type FinishTerms = HoldTerms & { next(message: LeasedMessage): number | null };

type HoldTerms = CarrierTerms & { costOf?(message: LeasedMessage): bigint | null };

/**
 * Returns the state of a message after a carrier's answer (rules: submissions, possible duplicates, validity).
 * @param at the time of the handover.
 * @param answeredAt the time of the answer, or of giving up.
 */
export function finishOf(
  message: LeasedMessage,
  answer: CarrierAnswer,
  terms: FinishTerms,
  { at, answeredAt }: { at: Date; answeredAt: Date },
): FinishedMessage {
  const { already, validUntil } = message;
  const answerMs =
    answer.outcome === "unknown" ? null : Math.trunc(Math.max(answeredAt.getTime() - at.getTime(), 0));
  const costMicros = terms.costOf?.(message) ?? null;
  if (answer.outcome === "accepted")
    return acceptedWith(message, answer.references, terms, { at, answerMs, costMicros });
  const finished = { ...finishedOf(message, terms, at), answerMs };
  const carrierId = answer.outcome === "elsewhere" ? terms.next(message) : null;
  if (answer.outcome === "elsewhere" && carrierId !== null) {
    const parts = [cause("elsewhere", answer.code)];
    const again = { outcome: "again", retryAt: at, isAttempt: true } as const;
    return { ...finished, ...again, unknownSince: message.unknownSince, putOff: 0, carrierId, parts };
  }
  if (answer.outcome === "refused" || answer.outcome === "elsewhere") {
    const { accepted = [], partCount = partCountOf(message, accepted) } =
      answer.outcome === "refused" ? answer : {};
    const part = Math.min(firstMissing(accepted), partCount - 1);
    const refusal = { ...cause(answer.outcome, answer.code), part };
    return {
      ...finished,
      outcome: "refused",
      partCount,
      parts: [...newParts(accepted, already, costMicros), refusal],
    };
  }
  if (answer.outcome === "later") {
    const { accepted = [], partCount = partCountOf(message, accepted) } = answer;
    const begun = { partCount, parts: newParts(accepted, already, costMicros) };
    if (at >= validUntil) {
      const part = Math.min(firstMissing(accepted), begun.partCount - 1);
      const parts = [...begun.parts, { ...cause("refused", answer.code), part }];
      return { ...finished, ...begun, outcome: "refused", parts };
    }
    const retryAt = inTime(answeredAt, answer.afterMs, validUntil);
    return {
      ...finished,
      ...begun,
      outcome: "again",
      retryAt,
      isAttempt: answer.counts,
      unknownSince: message.unknownSince,
      putOff: answer.putOff ?? message.putOff,
    };
  }
  const taken = {
    partCount: answer.partCount ?? partCountOf(message, answer.accepted),
    parts: newParts(answer.accepted, already, costMicros),
  };
  if (!terms.isIdempotent) return { ...finished, ...taken, ...held(message, terms, answeredAt, at) };
  if (at >= validUntil) return { ...finished, outcome: "refused", parts: [cause("unknown", null)] };
  const waitMs = Math.min(FIRST_RETRY_MS * 2 ** Math.min(message.attempts - 1, 20), MAX_RETRY_MS);
  const retryAt = inTime(at, waitMs, validUntil);
  const again = { outcome: "again", retryAt, isAttempt: true, unknownSince: null } as const;
  return { ...finished, ...taken, ...again, putOff: message.putOff };
}

/**
 * Returns the end of a wait, but not later than the end of the validity: the message is then read in any case, and
 * fails.
 */
function inTime(from: Date, ms: number, validUntil: Date): Date {
  return new Date(Math.min(from.getTime() + ms, validUntil.getTime()));
}

/**
 * Returns the state of a message that the carrier accepted whole. It is one literal: most messages end here, and an
 * assembled object takes far more memory.
 */
function acceptedWith(
  message: LeasedMessage,
  given: readonly (string | null)[],
  { isIdempotent }: CarrierTerms,
  { at, answerMs, costMicros }: Pick<FinishedMessage, "at" | "answerMs"> & { costMicros: bigint | null },
): FinishedMessage {
  const { accountId, acceptedAt, id, lease, already } = message;
  const references = given.length > 0 ? given : [null];
  const partCount = references.length;
  const partMicros = partCount > 1 ? costMicros : costOfRest(message, costMicros);
  return {
    outcome: "accepted",
    accountId,
    acceptedAt,
    id,
    lease,
    at,
    answerMs,
    partCount,
    partsLeft: partCount > 1 ? distinctOf(references) : null,
    parts: newParts(
      references.map((reference, part) => ({ part, reference })),
      already,
      partMicros,
    ),
    hasEarlierParts: already.length > 0,
    isPossibleDuplicate: message.unknownSince !== null && !isIdempotent,
  };
}

/** Returns the number of references that can be reported on: a network may give one to several parts, or to all. */
function distinctOf(references: readonly (string | null)[]): number {
  return new Set(references.filter((reference) => reference !== null)).size;
}

/**
 * Returns the action in place of handing over a claimed message; null if it is handed over. A message whose validity
 * is over fails. A message that a carrier may have accepted is held for a while, then given up or submitted again
 * (rules: validity, possible duplicates).
 */
export function insteadOfHanding(
  message: LeasedMessage,
  terms: HoldTerms,
  now: Date,
): FinishedMessage | null {
  const { unknownSince, validUntil } = message;
  if (unknownSince !== null && !terms.isIdempotent) {
    const finished = finishedOf(message, terms, now);
    const hold = held(message, terms, unknownSince, unknownSince);
    if (hold.retryAt > now) return { ...finished, ...hold, isAttempt: false };
    if (!isResent(message, terms) || validUntil <= now)
      return { ...finished, outcome: "lost", parts: [cause("unknown", null)] };
  }
  return validUntil <= now ? expired(message, now) : null;
}

/** Returns whether a message that the carrier may have accepted is submitted again. */
export function isResent(
  { messageClass, sendType }: Pick<LeasedMessage, "messageClass" | "sendType">,
  { ifUnknown }: Pick<CarrierTerms, "ifUnknown">,
): boolean {
  if (ifUnknown?.resend === "always") return true;
  if (ifUnknown?.resend === "never") return false;
  return messageClass !== "marketing" || sendType === "otp";
}

type OverdueMessage = Pick<LeasedMessage, "accountId" | "acceptedAt" | "id" | "lease">;

/** Returns the end of a message whose validity is over. */
export function expired(message: OverdueMessage, now: Date): FinishedMessage {
  return { ...ended(message, now), outcome: "refused", parts: [cause("refused", VALIDITY_OVER)] };
}

/** Returns the end of a one-time code whose only carrier accepts no messages. */
export function stranded(message: OverdueMessage, now: Date): FinishedMessage {
  return { ...ended(message, now), outcome: "refused", parts: [cause("refused", NETWORK_FAILING)] };
}

/** Returns the end of a message that a carrier may have, with an unknown outcome. */
export function lost(message: OverdueMessage, now: Date): FinishedMessage {
  return { ...ended(message, now), outcome: "lost", parts: [cause("unknown", null)] };
}

function ended({ accountId, acceptedAt, id, lease }: OverdueMessage, now: Date) {
  return {
    accountId,
    acceptedAt,
    id,
    lease,
    at: now,
    partCount: 1,
    hasEarlierParts: false,
    isPossibleDuplicate: false,
    answerMs: null,
  };
}

function finishedOf(message: LeasedMessage, { isIdempotent }: CarrierTerms, at: Date) {
  const { accountId, acceptedAt, id, lease, unknownSince } = message;
  const parts: SubmittedPart[] = [];
  const hasEarlierParts = message.already.length > 0;
  const isPossibleDuplicate = unknownSince !== null && !isIdempotent;
  const common = { accountId, acceptedAt, id, lease, at, answerMs: null };
  return { ...common, partCount: 1, parts, hasEarlierParts, isPossibleDuplicate };
}

/** Returns a hold. @param from the earliest time at which the carrier may have received the message. */
function held(message: LeasedMessage, { ifUnknown, costOf }: HoldTerms, since: Date, from: Date) {
  const { sendType, msisdn, putOff } = message;
  const holdMs = ifUnknown?.holdMs ?? (sendType === "otp" ? UNKNOWN_CODE_HOLD_MS : UNKNOWN_HOLD_MS);
  const retryAt = new Date(since.getTime() + holdMs);
  const heldFor = { msisdn, since: from, costMicros: costOf?.(message) ?? null };
  return { outcome: "again", retryAt, isAttempt: true, unknownSince: since, putOff, heldFor } as const;
}

/**
 * Returns the cost of a message with one reference for all parts. Parts that were accepted before are already paid
 * for.
 */
function costOfRest({ body, encoding, already }: LeasedMessage, partMicros: bigint | null): bigint | null {
  return partMicros && partMicros * BigInt(Math.max(countParts(body, encoding) - already.length, 0));
}

/**
 * Returns the number of parts that are reported on separately, if the whole message needs more than are accepted and
 * the carrier gives no number.
 */
function partCountOf({ body, encoding }: LeasedMessage, accepted: readonly AcceptedPart[]): number {
  return accepted.length > 0 ? countParts(body, encoding) : 1;
}

/** Returns the first part that is not among these. */
function firstMissing(accepted: readonly AcceptedPart[]): number {
  const parts = new Set(accepted.map(({ part }) => part));
  let missing = 0;
  while (parts.has(missing)) missing++;
  return missing;
}

/** Returns newly accepted parts, without those accepted before. `costMicros` is the cost of each. */
function newParts(
  parts: readonly AcceptedPart[],
  already: readonly AcceptedPart[],
  costMicros: bigint | null,
): SubmittedPart[] {
  const before = already.length > 0 ? new Set(already.map(({ part }) => part)) : null;
  return parts
    .filter(({ part }) => !before?.has(part))
    .map(({ part, reference }) => ({ part, reference, state: "accepted", error: null, costMicros }));
}

/** Returns the row with the reason that a message was not accepted. */
function cause(state: "refused" | "elsewhere" | "unknown", error: string | null): SubmittedPart {
  return { part: 0, reference: null, state, error, costMicros: null };
}

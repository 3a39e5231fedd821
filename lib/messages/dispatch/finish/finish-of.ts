import type { AcceptedPart, Carrier, CarrierAnswer } from "@/lib/carriers/carrier";
import { NETWORK_FAILING, VALIDITY_OVER } from "@/lib/carriers/causes/submission-cause";
import type { Finished, SubmittedPart } from "@/lib/messages/dispatch/finish/finish.sql";
import type { LeasedMessage } from "@/lib/queue/leased";
import { countParts } from "@/lib/sms/text/segments";

/** The wait after the first submission without an answer; it doubles up to the maximum. */
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 15 * 60_000;

/** How long a message is held that the carrier perhaps took, and a one-time code. */
export const UNKNOWN_HOLD_MS = 120_000;
export const UNKNOWN_CODE_HOLD_MS = 20_000;

/** How a carrier that perhaps took a message is dealt with. */
type CarrierTerms = Pick<Carrier, "isIdempotent" | "ifUnknown">;

/**
 * The same, the carrier that has its turn after one that will not take a message, null for none, and what a part of a
 * message costs.
 */
export type FinishTerms = HoldTerms & { next(message: LeasedMessage): number | null };

type HoldTerms = CarrierTerms & { costOf?(message: LeasedMessage): bigint | null };

/**
 * What a carrier's answer makes of a message (rules: submissions, possible duplicates, validity).
 * @param at when it was handed over.
 * @param answeredAt when it was answered, or the answer was given up.
 */
export function finishOf(
  message: LeasedMessage,
  answer: CarrierAnswer,
  terms: FinishTerms,
  { at, answeredAt }: { at: Date; answeredAt: Date },
): Finished {
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

/** So long after an instant, or when the validity is over: then it is looked at in any case, and fails. */
function inTime(from: Date, ms: number, validUntil: Date): Date {
  return new Date(Math.min(from.getTime() + ms, validUntil.getTime()));
}

/** What the carrier took whole. It is one literal: most messages end here, and others put together take far more memory. */
function acceptedWith(
  message: LeasedMessage,
  given: readonly (string | null)[],
  { isIdempotent }: CarrierTerms,
  { at, answerMs, costMicros }: Pick<Finished, "at" | "answerMs"> & { costMicros: bigint | null },
): Finished {
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

/** How many references there are to be reported on: a network may give one to several parts, or to all. */
function distinctOf(references: readonly (string | null)[]): number {
  return new Set(references.filter((reference) => reference !== null)).size;
}

/**
 * What is done with a claimed message instead of handing it over; null where it is handed over. One whose
 * validity is over fails. One that a carrier perhaps took is held for a while; then it is given up or submitted
 * again (rules: validity, possible duplicates).
 */
export function insteadOfHanding(message: LeasedMessage, terms: HoldTerms, now: Date): Finished | null {
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

/** Whether a message that the carrier perhaps took is submitted again. */
export function isResent(
  { messageClass, sendType }: Pick<LeasedMessage, "messageClass" | "sendType">,
  { ifUnknown }: Pick<CarrierTerms, "ifUnknown">,
): boolean {
  if (ifUnknown?.resend === "always") return true;
  if (ifUnknown?.resend === "never") return false;
  return messageClass !== "marketing" || sendType === "otp";
}

type OverdueMessage = Pick<LeasedMessage, "accountId" | "acceptedAt" | "id" | "lease">;

/** The end of a message whose validity is over. */
export function expired(message: OverdueMessage, now: Date): Finished {
  return { ...ended(message, now), outcome: "refused", parts: [cause("refused", VALIDITY_OVER)] };
}

/** The end of a one-time code whose only carrier takes no messages. */
export function stranded(message: OverdueMessage, now: Date): Finished {
  return { ...ended(message, now), outcome: "refused", parts: [cause("refused", NETWORK_FAILING)] };
}

/** The end of one that a carrier perhaps has, of which nobody will know. */
export function lost(message: OverdueMessage, now: Date): Finished {
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

/** @param from when the carrier may have got it, at the earliest. */
function held(message: LeasedMessage, { ifUnknown, costOf }: HoldTerms, since: Date, from: Date) {
  const { sendType, msisdn, putOff } = message;
  const holdMs = ifUnknown?.holdMs ?? (sendType === "otp" ? UNKNOWN_CODE_HOLD_MS : UNKNOWN_HOLD_MS);
  const retryAt = new Date(since.getTime() + holdMs);
  const heldFor = { msisdn, since: from, costMicros: costOf?.(message) ?? null };
  return { outcome: "again", retryAt, isAttempt: true, unknownSince: since, putOff, heldFor } as const;
}

/** What a message costs of which one reference stands for all parts; those that were taken before are paid for. */
function costOfRest({ body, encoding, already }: LeasedMessage, partMicros: bigint | null): bigint | null {
  return partMicros && partMicros * BigInt(Math.max(countParts(body, encoding) - already.length, 0));
}

/** How many parts are reported on one by one, where so many are taken before the whole is and the carrier does not say. */
function partCountOf({ body, encoding }: LeasedMessage, accepted: readonly AcceptedPart[]): number {
  return accepted.length > 0 ? countParts(body, encoding) : 1;
}

/** The first part that is not among these. */
function firstMissing(accepted: readonly AcceptedPart[]): number {
  const parts = new Set(accepted.map(({ part }) => part));
  let missing = 0;
  while (parts.has(missing)) missing++;
  return missing;
}

/** Parts that were taken now, without those that were before. `costMicros` is what each costs. */
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

/** The row that says why a message was not taken. */
function cause(state: "refused" | "elsewhere" | "unknown", error: string | null): SubmittedPart {
  return { part: 0, reference: null, state, error, costMicros: null };
}

import type { AcceptedPart, Settled } from "@/lib/carriers/carrier";
import type { Finished, SubmittedPart } from "@/lib/messages/dispatch/dispatch.sql";
import type { Leased } from "@/lib/queue/leased";
import { countParts } from "@/lib/sms/text/segments";

/** The wait after the first submission without an answer; it doubles up to the maximum. */
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 15 * 60_000;

/** How long a message is tried without an answer before it fails. */
export const GIVE_UP_MS = 24 * 3_600_000;

/**
 * What a carrier's answer makes of a message (rules: submissions). It is tried again until it has waited too
 * long.
 * @param at when it was handed over.
 */
export function finishOf(message: Leased, answer: Settled, at: Date): Finished {
  const { accountId, acceptedAt, id, lease, attempts, firstTriedAt, already } = message;
  const partCount = answer.outcome === "accepted" ? Math.max(answer.references.length, 1) : 1;
  const finished = { accountId, acceptedAt, id, lease, at, partCount };
  if (answer.outcome === "accepted") {
    const references = answer.references.length > 0 ? answer.references : [null];
    const awaited = references.filter((reference) => reference !== null).length;
    const parts = references.map((reference, part) => ({ part, reference }));
    return {
      ...finished,
      ...{ outcome: "accepted", partsLeft: partCount > 1 ? awaited : null },
      parts: newParts(parts, already),
    };
  }
  const isOver = at.getTime() - firstTriedAt.getTime() >= GIVE_UP_MS;
  if (answer.outcome === "refused" || answer.outcome === "elsewhere" || isOver)
    return { ...finished, outcome: "refused", parts: failureOf(answer) };
  const isLater = answer.outcome === "later";
  const waitMs = isLater
    ? answer.afterMs
    : Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20), MAX_RETRY_MS);
  const retryAt = new Date(at.getTime() + waitMs);
  const again = { outcome: "again", retryAt, isAttempt: !isLater || answer.counts } as const;
  if (isLater || answer.accepted.length === 0) return { ...finished, ...again, parts: [] };
  const ofAll = countParts(message.body, message.encoding);
  return { ...finished, ...again, partCount: ofAll, parts: newParts(answer.accepted, already) };
}

/** Parts that were taken now, without those that were before. */
function newParts(parts: readonly AcceptedPart[], already: readonly AcceptedPart[]): SubmittedPart[] {
  const before = new Set(already.map(({ part }) => part));
  return parts
    .filter(({ part }) => !before.has(part))
    .map(({ part, reference }) => ({ part, reference, state: "accepted", error: null }));
}

/** The row that says why a message failed. */
function failureOf(answer: Exclude<Settled, { outcome: "accepted" }>): SubmittedPart[] {
  const { outcome } = answer;
  if (outcome === "unknown") return [{ part: 0, reference: null, state: "unknown", error: null }];
  const state = outcome === "later" ? "refused" : outcome;
  return [{ part: 0, reference: null, state, error: answer.code }];
}

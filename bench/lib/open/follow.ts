import { type Percentiles, percentilesOf } from "@/bench/lib/base/percentiles";
import { type Answers, isRight, numberText } from "@/bench/lib/load/load";
import type { Timeline } from "@/bench/lib/outside/timeline";

/** The messages that wait for the network at an instant, and the receipts whose webhook has not arrived. */
export type Waiting = { network: number; webhooks: number };

/** The fate of the requests of one rate, each followed through to its webhooks. */
export type RateResult = {
  accepted: number;
  /** Requests with another answer than 2xx. Their messages went nowhere. */
  refused: number;
  /** Requests without a response. The server may have accepted their messages. */
  unanswered: number;
  /** Milliseconds from the instant at which a request was due to its answer. */
  answer: Percentiles;
  /** Milliseconds from the instant at which a request was due until the network has its message. */
  network: Percentiles;
  /** Milliseconds from the instant at which the network gives a receipt until its webhook arrives. */
  webhooks: Percentiles;
  /** Accepted messages that the network does not have, and receipts without a webhook. */
  missing: Waiting;
  /** The first few of these, in words. */
  examples: string[];
  /** Messages that the network got more than once, and webhooks that arrived again. */
  again: number;
  /** Messages that the network got and no answer accepted. */
  strays: number;
  /** The middle and the end of the time in which requests were due. */
  waiting: { middle: Waiting; end: Waiting };
  /** True if every request was accepted, and less than a second's worth waited at the end. */
  isKept: boolean;
};

/** The webhooks of each message. */
export const WEBHOOKS_EACH = 2;

/**
 * Follows each request of a load through the events outside.
 * @param isKeyed true if webhooks have the message's number in place of its id, as Kannel's reports do.
 */
export function follow(
  offered: Answers,
  timeline: Timeline,
  { perSecond, isKeyed }: { perSecond: number; isKeyed: boolean },
): RateResult {
  const { firstNumber, dueAt, answeredAt, statuses, ids } = offered;
  const count = dueAt.length;
  const isAccepted = (index: number) => isRight(statuses[index]);
  const indexOf = (number: string) => {
    const index = Number(number) - firstNumber;
    return index >= 0 && index < count ? index : null;
  };
  let again = 0;
  let strays = 0;
  const submittedAt = new Map<number, number>();
  for (const [number, at] of timeline.submissions) {
    const index = indexOf(number);
    if (index === null) continue;
    if (!isAccepted(index)) strays++;
    if (submittedAt.has(index)) again++;
    else submittedAt.set(index, at);
  }
  const arrivedAt = new Map<string, number>();
  for (const [key, status, at] of timeline.webhooks) {
    if (arrivedAt.has(`${key} ${status}`)) again++;
    else arrivedAt.set(`${key} ${status}`, at);
  }
  const accepted = Array.from({ length: count }, (_, index) => index).filter(isAccepted);
  const messages = accepted.map((index) => ({
    name: `message ${ids[index] ?? index}`,
    due: dueAt[index] as number,
    at: submittedAt.get(index) ?? null,
  }));
  const receipts = timeline.receipts.flatMap(([number, status, due]) => {
    const index = indexOf(number);
    if (index === null || !isAccepted(index)) return [];
    const key = isKeyed ? numberText(firstNumber + index) : ids[index];
    return [{ name: `${status} of ${key}`, due, at: arrivedAt.get(`${key} ${status}`) ?? null }];
  });
  const waitingAt = (at: number): Waiting => ({
    network: messages.filter(isWaiting(at)).length,
    webhooks: receipts.filter(isWaiting(at)).length,
  });
  const [first = 0, last = 0] = [dueAt[0], dueAt.at(-1)];
  const end = waitingAt(last);
  const refused = statuses.filter((status) => status > 0).length - accepted.length;
  const unanswered = statuses.filter((status) => status === 0).length;
  return {
    accepted: accepted.length,
    refused,
    unanswered,
    answer: percentilesOf(accepted.map((index) => (answeredAt[index] ?? 0) - (dueAt[index] ?? 0))),
    network: percentilesOf(times(messages)),
    webhooks: percentilesOf(times(receipts)),
    missing: {
      network: messages.length - times(messages).length,
      webhooks: receipts.length - times(receipts).length,
    },
    examples: [...messages, ...receipts]
      .flatMap(({ name, at }) => (at === null ? [name] : []))
      .slice(0, EXAMPLES),
    again,
    strays,
    waiting: { middle: waitingAt((first + last) / 2), end },
    isKept: refused + unanswered === 0 && end.network < perSecond && end.webhooks < WEBHOOKS_EACH * perSecond,
  };
}

const EXAMPLES = 5;

/** An event with its due time and its arrival. */
type Step = { due: number; at: number | null };

const isWaiting = (now: number) => (step: Step) => step.due <= now && (step.at === null || step.at > now);

const times = (steps: readonly Step[]) => steps.flatMap(({ due, at }) => (at === null ? [] : [at - due]));

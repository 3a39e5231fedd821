import type { RequestListener } from "node:http";
import { inTurns, type TurnLimits, turns } from "@/server/http/turns";

/**
 * The most requests that a worker passes on at once: enough to keep the slots of the process of the pages in use.
 * Further ones wait in the worker, and are rejected there.
 */
const FORWARDED_OF_STRANGERS: TurnLimits = {
  slots: 64,
  slotsEach: 4,
  maxWaiting: 512,
  maxWaitingEach: 128,
  keptMs: 250,
  until: "head",
  rests: "never",
};
const FORWARDED_OF_MEMBERS: TurnLimits = { ...FORWARDED_OF_STRANGERS, slotsEach: 16 };

/**
 * Passes requests on to the process of the pages, a few of each caller at a time. Further requests of a caller wait
 * or are rejected here, which does not use that process (rules: page turns).
 * @param forward passes a request on.
 * @param maxWaitMs the longest wait of a request, in milliseconds.
 * @param keptMs the longest time for which an unanswered request keeps others waiting, in milliseconds.
 */
export function queueForwards(
  forward: RequestListener,
  maxWaitMs?: number,
  keptMs?: number,
): RequestListener {
  const strangers = turns(FORWARDED_OF_STRANGERS, { maxWaitMs, keptMs });
  const members = turns(FORWARDED_OF_MEMBERS, { maxWaitMs, keptMs });
  return inTurns(forward, (_, { isMember }) => (isMember ? members : strangers));
}

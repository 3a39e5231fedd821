import type { RequestListener } from "node:http";
import { inTurns, type TurnLimits, turns } from "@/server/http/turns";

/**
 * What a worker passes on at once: enough to keep the slots of that process in use. All else waits in the worker, and is
 * refused there.
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
 * Passes requests on to the process of the pages a few of each caller at a time. A caller with more waits, and is refused,
 * where it takes no time of that process (rules: page turns).
 * @param forward passes a request on.
 * @param maxWaitMs how long a request waits at most, in milliseconds.
 * @param keptMs how long one that is not answered keeps others waiting at most, in milliseconds.
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

import type { RequestListener } from "node:http";
import { isRoutePath } from "@/lib/http/paths/route-paths";
import { inTurns, MEMBERS, STRANGERS, type TurnLimits, turns } from "@/server/http/turns";

/**
 * The limits of pages. `slots` is the number that is rendered at once: a page uses the processor a hundred times as
 * long as a text that is sent. `maxWaiting` and `maxWaitingEach` are the requests that may wait, in all and of one
 * caller. A page that lasts longer than `keptMs` waits for something, or for its reader.
 */
const PAGES: TurnLimits = {
  slots: 2,
  slotsEach: 2,
  maxWaiting: 128,
  maxWaitingEach: 16,
  keptMs: 1_000,
  until: "end",
  rests: "never",
};

/**
 * The limits of Inngest, which calls from one address, often for many accounts at the same time, and has no session.
 */
const SCHEDULER: TurnLimits = { ...STRANGERS, slots: 4, slotsEach: 4, rests: "never" };
const SCHEDULER_PATH = "/api/inngest";

/**
 * Answers pages and route files a few at a time, so that many requests of one caller leave time for other callers.
 * Between two of its own steps, a request waits for at most one step of each. Callers have turns: an account with a
 * session is one caller, and so is each address of other callers (rules: page turns).
 * @param handle answers requests, those for pages among them.
 * @param maxWaitMs the longest wait of a request, in milliseconds; after that it gets `unavailable`.
 * @param keptMs the longest time for which a response keeps others waiting, in milliseconds.
 */
export function queuePages(handle: RequestListener, maxWaitMs?: number, keptMs?: number): RequestListener {
  const pages = turns(PAGES, { maxWaitMs, keptMs });
  const strangers = turns(STRANGERS, { maxWaitMs, keptMs });
  const scheduler = turns(SCHEDULER, { maxWaitMs, keptMs });
  const members = turns(MEMBERS, { maxWaitMs, keptMs });
  return inTurns(handle, ({ url = "/" }, { isMember }) => {
    const path = url.split("?", 1)[0] ?? "";
    if (isPage(path)) return pages;
    if (path === SCHEDULER_PATH) return scheduler;
    return isMember ? members : strangers;
  });
}

/**
 * Returns whether a path is a page's. Scripts and styles that no worker has found are as short as the answers of
 * route files.
 */
function isPage(path: string): boolean {
  return !path.startsWith("/_next/static/") && !isRoutePath(path);
}

import type { RequestListener } from "node:http";
import { isRoutePath } from "@/lib/http/paths/route-paths";
import { inTurns, MEMBERS, STRANGERS, type TurnLimits, turns } from "@/server/http/turns";

/**
 * How many pages are made at once: one takes the processor a hundred times as long as a text that is sent.
 * Then, how many requests may wait for a page, of one caller and in all. A page that takes longer than its time waits for
 * something, or for its reader.
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

/** Inngest calls from one address, often for many accounts at the same instant, and has no session. */
const SCHEDULER: TurnLimits = { ...STRANGERS, slots: 4, slotsEach: 4, rests: "never" };
const SCHEDULER_PATH = "/api/inngest";

/**
 * Has pages and route files answered a few at a time, so that many requests of one caller leave time for others. Between
 * two of its own steps, a request waits for at most one step of each. Callers are served in turns: an account with a
 * session by itself, everybody else by address (rules: page turns).
 * @param handle answers with pages, among others.
 * @param maxWaitMs how long a request waits at most, in milliseconds; then it is answered as `unavailable`.
 * @param keptMs how long a response keeps others waiting at most, in milliseconds.
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

/** Scripts and styles that no worker has found are as short as the answers of route files. */
function isPage(path: string): boolean {
  return !path.startsWith("/_next/static/") && !isRoutePath(path);
}

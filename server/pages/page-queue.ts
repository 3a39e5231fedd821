import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { GatewayError } from "@/lib/errors";
import { FairQueue, QueueFullError } from "@/lib/fair-queue";
import { callerOf } from "@/lib/http/body/client-address";
import { isRoutePath } from "@/lib/http/paths/route-paths";
import { problem } from "@/lib/http/reply/problem";
import { newId } from "@/lib/ids";
import { refuseRequest } from "@/server/http/refuse-request";

/**
 * How many pages are made at once: one takes the processor a hundred times as long as a text that is sent.
 * Then, how many requests may wait for a page, of one caller and in all.
 */
const LIMITS = { slots: 2, slotsEach: 2, maxWaiting: 128, maxWaitingEach: 16 };
const MAX_WAIT_MS = 10_000;

/**
 * How long a page keeps others waiting at most. One that takes longer waits for something, or for its reader.
 */
const MAX_KEPT_MS = 1_000;

/**
 * Has pages made a few at a time, so that requests for many pages leave time for the API. Between two of its
 * own steps, a request to send waits for at most one step of each page. Routes and files are not kept
 * waiting.
 * @param handle answers with pages, among others.
 * @param maxWaitMs how long a request waits at most, in milliseconds; then it is answered as `unavailable`.
 * @param keptMs how long a page keeps others waiting at most, in milliseconds.
 */
export function queuePages(
  handle: RequestListener,
  maxWaitMs = MAX_WAIT_MS,
  keptMs = MAX_KEPT_MS,
): RequestListener {
  const queue = new FairQueue({ ...LIMITS, maxWaitMs });

  async function makeInTurn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    const leave = () => gone.abort();
    response.once("close", leave);
    try {
      const caller = callerOf(String(request.headers["x-forwarded-for"]));
      const release = await queue.acquire(caller, { signal: gone.signal });
      // Its connection may have ended together with others, which freed their slots.
      if (request.socket.destroyed) {
        release();
        return;
      }
      const timer = setTimeout(release, keptMs);
      const done = () => {
        clearTimeout(timer);
        release();
      };
      // The page is complete, whether or not it has been read.
      response.once("prefinish", done).once("close", done);
      handle(request, response);
    } catch (error) {
      if (error instanceof QueueFullError) refuse(request, response);
      else if (!gone.signal.aborted) throw error;
    } finally {
      response.off("close", leave);
    }
  }

  return (request, response) => {
    if (isPage(request.url ?? "/")) void makeInTurn(request, response);
    else handle(request, response);
  };
}

function isPage(target: string): boolean {
  const path = target.split("?", 1)[0] ?? "";
  return !path.startsWith("/_next/static/") && !isRoutePath(path);
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  const busy = "Too many pages are asked for just now. Try again in a moment.";
  const requestId = String(request.headers["x-request-id"] ?? newId());
  refuseRequest(
    request,
    response,
    problem(new GatewayError("unavailable", busy, { "Retry-After": "1" }), requestId),
  );
}

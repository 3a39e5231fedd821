import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { GatewayError } from "@/lib/errors";
import { FairQueue, type FairQueueLimits, QueueFullError } from "@/lib/fair-queue";
import { callerOf } from "@/lib/http/body/client-address";
import { isRoutePath } from "@/lib/http/paths/route-paths";
import { problem } from "@/lib/http/reply/problem";
import { sessionHolder } from "@/lib/http/sessions/session-holder";
import { newId } from "@/lib/ids";
import { refuseRequest } from "@/server/http/refuse-request";

/** The limits of one queue, and the longest time that a response keeps its slot, in milliseconds. */
type Limits = Omit<FairQueueLimits, "maxWaitMs"> & { keptMs: number };

/**
 * How many pages are made at once: one takes the processor a hundred times as long as a text that is sent.
 * Then, how many requests may wait for a page, of one caller and in all. A page that takes longer than its time waits for
 * something, or for its reader.
 */
const PAGES: Limits = { slots: 2, slotsEach: 2, maxWaiting: 128, maxWaitingEach: 16, keptMs: 1_000 };

/** The same for route files, of which strangers need few: one takes the processor a tenth as long as a page. */
const STRANGERS: Limits = { slots: 2, slotsEach: 2, maxWaiting: 256, maxWaitingEach: 64, keptMs: 100 };

/** An open page asks for twenty things at once, and these wait for the database meanwhile. */
const MEMBERS: Limits = { slots: 8, slotsEach: 6, maxWaiting: 512, maxWaitingEach: 128, keptMs: 100 };

/**
 * What a worker passes on at once: enough to keep the slots of that process in use. All else waits in the worker, and is
 * refused there.
 */
const FORWARDED_OF_STRANGERS: Limits = {
  ...{ slots: 64, slotsEach: 4, maxWaiting: 512, maxWaitingEach: 128, keptMs: 1_000 },
};
const FORWARDED_OF_MEMBERS: Limits = { ...FORWARDED_OF_STRANGERS, slotsEach: 16 };

const MAX_WAIT_MS = 10_000;

/** A request's caller, and whether that is an account with a session. */
type Caller = { name: string; isMember: boolean };

/** A queue, and the event after which a response keeps others waiting no longer. */
type Turns = { queue: FairQueue; keptMs: number; until: "head" | "end" };

/**
 * Has pages and route files answered a few at a time, so that many requests of one caller leave time for others. Between
 * two of its own steps, a request waits for at most one step of each. Callers are served in turns: an account with a
 * session by itself, everybody else by address.
 * @param handle answers with pages, among others.
 * @param maxWaitMs how long a request waits at most, in milliseconds; then it is answered as `unavailable`.
 * @param keptMs how long a response keeps others waiting at most, in milliseconds.
 */
export function queuePages(
  handle: RequestListener,
  maxWaitMs = MAX_WAIT_MS,
  keptMs?: number,
): RequestListener {
  const pages = turns(PAGES, "end", { maxWaitMs, keptMs });
  const strangers = turns(STRANGERS, "head", { maxWaitMs, keptMs });
  const members = turns(MEMBERS, "head", { maxWaitMs, keptMs });
  return inTurns(handle, ({ url = "/" }, { isMember }) => {
    if (isPage(url)) return pages;
    return isMember ? members : strangers;
  });
}

/**
 * Passes requests on to the process of the pages a few of each caller at a time. A caller with more waits, and is refused,
 * where it takes no time of that process.
 * @param forward passes a request on.
 * @param maxWaitMs as `queuePages` has it, and `keptMs`.
 */
export function queueForwards(
  forward: RequestListener,
  maxWaitMs = MAX_WAIT_MS,
  keptMs?: number,
): RequestListener {
  const strangers = turns(FORWARDED_OF_STRANGERS, "head", { maxWaitMs, keptMs });
  const members = turns(FORWARDED_OF_MEMBERS, "head", { maxWaitMs, keptMs });
  return inTurns(forward, (_, { isMember }) => (isMember ? members : strangers));
}

type Times = { maxWaitMs: number; keptMs: number | undefined };

function turns(limits: Limits, until: Turns["until"], { maxWaitMs, keptMs = limits.keptMs }: Times): Turns {
  return { queue: new FairQueue({ ...limits, maxWaitMs }), keptMs, until };
}

function inTurns(
  handle: RequestListener,
  turnsOf: (request: IncomingMessage, caller: Caller) => Turns,
): RequestListener {
  async function answerInTurn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    const leave = () => gone.abort();
    response.once("close", leave);
    try {
      const caller = await callerBehind(request);
      const { queue, keptMs, until } = turnsOf(request, caller);
      const release = await queue.acquire(caller.name, { signal: gone.signal });
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
      if (until === "head") onHead(response, done);
      // The response is complete, whether or not it has been read.
      response.once("prefinish", done).once("close", done);
      handle(request, response);
    } catch (error) {
      if (error instanceof QueueFullError) refuse(request, response);
      else if (!gone.signal.aborted) throw error;
    } finally {
      response.off("close", leave);
    }
  }

  return (request, response) => void answerInTurn(request, response);
}

/** A forged session counts as its address, and one that has ended as its account: it takes that account's turns alone. */
async function callerBehind({ headers }: IncomingMessage): Promise<Caller> {
  const holder = await sessionHolder(headers.cookie);
  if (holder !== null) return { name: `member ${holder}`, isMember: true };
  return { name: callerOf(String(headers["x-forwarded-for"])), isMember: false };
}

/** The rest of a response whose head is sent is made, or waits for its reader, as a stream of events does. */
function onHead(response: ServerResponse, done: () => void): void {
  const writeHead = response.writeHead as (...head: unknown[]) => ServerResponse;
  response.writeHead = (...head: unknown[]) => {
    done();
    return writeHead.apply(response, head);
  };
}

/** Scripts and styles that no worker has found are as short as the answers of route files. */
function isPage(target: string): boolean {
  const path = target.split("?", 1)[0] ?? "";
  return !path.startsWith("/_next/static/") && !isRoutePath(path);
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  const busy = "Too much is asked for just now. Try again in a moment.";
  const requestId = String(request.headers["x-request-id"] ?? newId());
  refuseRequest(
    request,
    response,
    problem(new GatewayError("unavailable", busy, { "Retry-After": "1" }), requestId),
  );
}

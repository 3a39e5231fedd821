import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { GatewayError } from "@/lib/errors";
import { FairQueue, type FairQueueLimits, QueueFullError } from "@/lib/fair-queue";
import { callerOf } from "@/lib/http/body/client-address";
import { problem } from "@/lib/http/reply/problem";
import { sessionHolder } from "@/lib/http/sessions/session-holder";
import { newId } from "@/lib/ids";
import { refuseRequest } from "@/server/http/refuse-request";

/**
 * The limits of one queue.
 * @property keptMs the longest time for which a response keeps its slot, in milliseconds.
 * @property until the event after which a response does not keep others waiting.
 * @property rests when a released slot stays free for as long as it was in use: never, while the queue has another
 * caller, or always. Its caller then uses half of the time at most.
 */
export type TurnLimits = Omit<FairQueueLimits, "maxWaitMs"> & {
  keptMs: number;
  until: "head" | "end";
  rests: "never" | "if-shared" | "always";
};

/** The limits of unverified callers, who need few requests. Their load would slow down all accounts. */
export const STRANGERS: TurnLimits = {
  slots: 2,
  slotsEach: 1,
  maxWaiting: 256,
  maxWaitingEach: 64,
  keptMs: 100,
  until: "head",
  rests: "always",
};

/**
 * The limits of members. An open page sends twenty requests at once. One account has two of its requests at the
 * database at most (rules: turns): many more slots would make it no faster.
 */
export const MEMBERS: TurnLimits = {
  slots: 8,
  slotsEach: 6,
  maxWaiting: 512,
  maxWaitingEach: 128,
  keptMs: 100,
  until: "head",
  rests: "if-shared",
};

/** The caller of a request. `isMember` is true for an account with a session. */
export type Caller = { name: string; isMember: boolean };

const MAX_WAIT_MS = 10_000;

/** A queue, and its limits. */
export type Turns = { queue: FairQueue; limits: TurnLimits };

/**
 * The longest wait of a request, and the longest time for which a response keeps others waiting, in place of its
 * limits.
 */
type Times = { maxWaitMs?: number | undefined; keptMs?: number | undefined };

/** Creates a queue for a kind of request. */
export function turns(
  limits: TurnLimits,
  { maxWaitMs = MAX_WAIT_MS, keptMs = limits.keptMs }: Times = {},
): Turns {
  return { queue: new FairQueue({ ...limits, maxWaitMs }), limits: { ...limits, keptMs } };
}

/**
 * Answers requests when it is their caller's turn: an account with a session is one caller, and so is each address of
 * other callers (rules: page turns). Requests beyond the limits get `unavailable`.
 * @param turnsOf returns the queue of a request.
 */
export function inTurns(
  handle: RequestListener,
  turnsOf: (request: IncomingMessage, caller: Caller) => Turns,
): RequestListener {
  async function answerInTurn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    const leave = () => gone.abort();
    response.once("close", leave);
    try {
      const caller = await callerBehind(request);
      const { queue, limits } = turnsOf(request, caller);
      const release = await queue.acquire(caller.name, { signal: gone.signal });
      // The connection may have ended together with others, whose slots became free.
      if (request.socket.destroyed) {
        release();
        return;
      }
      const beganAt = performance.now();
      const timer = setTimeout(release, limits.keptMs);
      let isDone = false;
      const done = () => {
        if (isDone) return;
        isDone = true;
        clearTimeout(timer);
        const rests =
          limits.rests === "always" || (limits.rests === "if-shared" && queue.isShared(caller.name));
        if (rests) setTimeout(release, Math.min(performance.now() - beganAt, limits.keptMs));
        else release();
      };
      if (limits.until === "head") onHead(response, done);
      // The response is complete, read or not.
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

/**
 * Returns the caller of a request. A forged session counts as its address. A session that has ended counts as its
 * account, and uses only that account's turns.
 */
async function callerBehind({ headers }: IncomingMessage): Promise<Caller> {
  const holder = await sessionHolder(headers.cookie);
  if (holder !== null) return { name: `member ${holder}`, isMember: true };
  return { name: callerOf(String(headers["x-forwarded-for"])), isMember: false };
}

/**
 * Calls `done` when the head of a response is sent. The rest is complete by then or waits for its reader, as a stream
 * of events does.
 */
function onHead(response: ServerResponse, done: () => void): void {
  const writeHead = response.writeHead as (...head: unknown[]) => ServerResponse;
  response.writeHead = (...head: unknown[]) => {
    done();
    return writeHead.apply(response, head);
  };
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  const busy = "The server is busy. Try again in a second.";
  const requestId = String(request.headers["x-request-id"] ?? newId());
  refuseRequest(
    request,
    response,
    problem(new GatewayError("unavailable", busy, { "Retry-After": "1" }), requestId),
  );
}

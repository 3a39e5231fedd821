import type { Queryable } from "@/lib/db/client";
import { env } from "@/lib/env";
import { GatewayError } from "@/lib/errors";
import { FairQueue, QueueFullError } from "@/lib/fair-queue";
import { processWide } from "@/lib/process-wide";

/**
 * The parts of a process's connections to a cell that callers share. `lookUp` is for callers that the server does not
 * know yet. `change` is for rows that all requests of one caller lock. Requests that wait for a lock leave
 * connections for the verification of other callers.
 */
const SHARES = { lookUp: 0.3, change: 0.2 } as const;

const WAITING = { maxWaiting: 2_000, maxWaitingEach: 1_000, maxWaitMs: 10_000 };

type Purpose = keyof typeof SHARES;
type Turns = { slots: number; queue: FairQueue };

const current = processWide("gatewayCallerTurns", () => new Map<string, Turns>());

function turnsOf(cell: number, purpose: Purpose): FairQueue {
  const name = `${purpose} ${cell}`;
  const slots = Math.max(1, Math.floor(env().databasePool * SHARES[purpose]));
  const existing = current.value.get(name);
  if (existing?.slots === slots) return existing.queue;
  const slotsEach = Math.max(1, Math.floor(slots / 2));
  const queue = new FairQueue({ ...WAITING, slots, slotsEach });
  current.value.set(name, { slots, queue });
  return queue;
}

/** The turn of an address: its callers wait for each other. */
export const turnOfAddress = (address: string): string => `address ${address}`;

/** The turn of an account, for callers whose credentials this process has verified before. */
export const turnOfAccount = (accountId: number): string => `account ${accountId}`;

/** The turn of a person, whose session's cookie is authentic or whose password is right. */
export const turnOfPerson = (personId: number): string => `person ${personId}`;

/**
 * Runs statements that recognise a caller when it is the name's turn (rules: look-ups). A name uses few connections
 * for any number of concurrent requests, and waits without a connection.
 * The work must not take a turn itself, nor run in a transaction: it could wait for its own caller.
 * @param options `isKnown`: the caller goes before all unknown callers.
 * @throws GatewayError `too_many_requests` or `unavailable` if the queue is full, and errors of the work.
 */
export function inCallerTurn<Result>(
  { cell }: Pick<Queryable, "cell">,
  name: string,
  work: () => Promise<Result>,
  { isKnown = false }: { isKnown?: boolean } = {},
): Promise<Result> {
  return inTurn(turnsOf(cell, "lookUp"), name, isKnown, work);
}

/**
 * Runs a change that locks the same rows for each request of a caller when it is the name's turn. One request waits
 * for a lock with a connection, and the others wait without.
 * The work must not take a turn itself, nor run in a transaction.
 * @throws GatewayError as `inCallerTurn`.
 */
export function inChangeTurn<Result>(
  { cell }: Pick<Queryable, "cell">,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return inTurn(turnsOf(cell, "change"), name, false, work);
}

async function inTurn<Result>(
  queue: FairQueue,
  name: string,
  first: boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  const release = await queue.acquire(name, { first }).catch(refuse);
  try {
    return await work();
  } finally {
    release();
  }
}

function refuse(error: unknown): never {
  if (!(error instanceof QueueFullError)) throw error;
  const headers = { "Retry-After": "1" };
  throw error.isOwnDoing
    ? new GatewayError(
        "too_many_requests",
        "Too many requests of this caller are waiting. Try again.",
        headers,
      )
    : new GatewayError("unavailable", "Too many callers are waiting to be verified. Try again.", headers);
}

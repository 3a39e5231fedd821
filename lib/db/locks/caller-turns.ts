import type { Queryable } from "@/lib/db/client";
import { env } from "@/lib/env";
import { GatewayError } from "@/lib/errors";
import { FairQueue, QueueFullError } from "@/lib/fair-queue";
import { processWide } from "@/lib/process-wide";

/** The part of a process's connections to a cell that callers share until the server knows them. */
const SHARE = 0.3;

const WAITING = { maxWaiting: 2_000, maxWaitingEach: 1_000, maxWaitMs: 10_000 };

type Turns = { slots: number; queue: FairQueue };

const current = processWide("gatewayCallerTurns", () => new Map<number, Turns>());

function turnsOf(cell: number): FairQueue {
  const slots = Math.max(1, Math.floor(env().databasePool * SHARE));
  const existing = current.value.get(cell);
  if (existing?.slots === slots) return existing.queue;
  const slotsEach = Math.max(1, Math.floor(slots / 2));
  const queue = new FairQueue({ ...WAITING, slots, slotsEach });
  current.value.set(cell, { slots, queue });
  return queue;
}

/** The turn of an address: its callers wait for each other. */
export const turnOfAddress = (address: string): string => `address ${address}`;

/** The turn of an account, for callers whose credentials this process has verified before. */
export const turnOfAccount = (accountId: number): string => `account ${accountId}`;

/** The turn of a person, whose session's cookie is authentic or whose password is right. */
export const turnOfPerson = (personId: number): string => `person ${personId}`;

/**
 * Runs statements that recognise a caller, or that lock rows of one caller, when it is the name's turn (rules: look-ups). A name
 * uses few connections however many of its requests come at once, and waits without a connection.
 *
 * The work must not take a turn itself, nor be called in a transaction: it could wait for its own caller.
 * @param options `isKnown`: the caller goes before all unknown callers.
 * @throws GatewayError `too_many_requests` or `unavailable` if the queue is full, and errors of the work.
 */
export async function inCallerTurn<Result>(
  { cell }: Pick<Queryable, "cell">,
  name: string,
  work: () => Promise<Result>,
  { isKnown = false }: { isKnown?: boolean } = {},
): Promise<Result> {
  const release = await turnsOf(cell).acquire(name, { first: isKnown }).catch(refuse);
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

import { env } from "@/lib/env";
import { GatewayError } from "@/lib/errors";
import { FairQueue, QueueFullError } from "@/lib/fair-queue";

/** Of the connections that a process has, what requests that read may take; the rest is for what is sent. */
const SHARE = 0.4;
const WAITING = { maxWaiting: 2_000, maxWaitingEach: 2_000, maxWaitMs: 10_000 };

// Next bundles each route apart: the turns are the process's, not the bundle's.
const holder = globalThis as typeof globalThis & { gatewayTurns?: { slots: number; queue: FairQueue } };

function turns(): FairQueue {
  const slots = Math.max(1, Math.floor(env().databasePool * SHARE));
  if (holder.gatewayTurns?.slots !== slots) {
    const slotsEach = Math.max(1, Math.floor(slots / 2));
    holder.gatewayTurns = { slots, queue: new FairQueue({ ...WAITING, slots, slotsEach }) };
  }
  return holder.gatewayTurns.queue;
}

/**
 * Does what an account asks of the database in its turn (rules: turns), so that one account's many requests, or its
 * slow ones, do not take every connection of this process. What is accepted for sending needs no turn: it is gathered.
 * @throws GatewayError `too_many_requests` with `Retry-After`.
 */
export async function inTurn<Result>(accountId: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await turns().run(String(accountId), work);
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    const sentence = "This account has too many requests under way. Wait for some of them to be answered.";
    throw new GatewayError("too_many_requests", sentence, { "Retry-After": "1" });
  }
}

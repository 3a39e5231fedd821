import { env } from "@/lib/env";
import { GatewayError } from "@/lib/errors";
import { FairQueue, QueueFullError } from "@/lib/fair-queue";
import { processWide } from "@/lib/process-wide";

/** Of the connections that a process has, what requests that read may take; the rest is for what is sent. */
const SHARE = 0.4;
const WAITING = { maxWaiting: 2_000, maxWaitingEach: 2_000, maxWaitMs: 10_000 };

type Turns = { slots: number; queue: FairQueue };

const current = processWide<Turns | undefined>("gatewayTurns", () => undefined);

function turns(): FairQueue {
  const slots = Math.max(1, Math.floor(env().databasePool * SHARE));
  const existing = current.value;
  if (existing?.slots === slots) return existing.queue;
  const slotsEach = Math.max(1, Math.floor(slots / 2));
  const queue = new FairQueue({ ...WAITING, slots, slotsEach });
  current.value = { slots, queue };
  return queue;
}

/**
 * Does what an account asks of the database in its turn (rules: turns). One account's many requests, or its
 * slow ones, do not take every connection of this process. What is accepted for sending needs no turn: it is
 * gathered.
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

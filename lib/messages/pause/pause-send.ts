import { lockAccountStatement } from "@/lib/accounts/lock-account.sql";
import { NO_ADDRESS, recordActivity } from "@/lib/activity/record-activity";
import { MAX_PAUSED_MS } from "@/lib/contracts/members/sending/sends";
import { leaveIfMoved, requireHere } from "@/lib/db/cells/while-moving";
import type { Database, Queryable, Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { isId } from "@/lib/ids";
import { countWaitingStatement, lockWaitingStatement } from "@/lib/messages/cancel/cancel.sql";
import { CANCEL_BATCH } from "@/lib/messages/cancel/cancel-waiting";
import {
  AND_NOT_PAUSED,
  type EndedPause,
  endPausedStatement,
  endPausingStatement,
  lockSendStatement,
  type PauseRow,
  pauseStatement,
  pausingStatement,
  setPausedStatement,
} from "@/lib/messages/pause/pause.sql";

/** How often a send may be paused: each time writes two entries into the ledger for every message. */
export const MAX_PAUSES = 20;

/** Sends that one sweep goes on with. */
const SENDS_PER_SWEEP = 100;

type SendOfAccount = { accountId: number; sendId: string };

/**
 * Pauses what waits of a send, and gives its money back (rules: pausing, reversals). As with a cancellation, the first
 * thousand messages are paused at once, and the rest in commits of their own right after it; the send is marked meanwhile.
 * @param tx a transaction: the account, the send and the messages stay locked in it, in this order.
 * @returns how many messages are paused, those that follow included.
 * @throws GatewayError `not_found`, or `conflict` where nothing of it waits, or it is paused or cancelled.
 */
export async function pauseSend(tx: Transaction, accountId: number, id: string, now: Date): Promise<number> {
  const send = await lockSend(tx, accountId, id);
  requirePausable(send);
  const selection = { accountId, sendId: id };
  const first = await pauseWaiting(tx, selection, now);
  if (first === 0)
    throw new GatewayError("conflict", "Nothing of this send is waiting, so it can’t be paused.");
  const rest = await countLeft(tx, selection);
  await tx.query(setPausedStatement(id, now, rest > 0));
  if (rest > 0)
    tx.afterCommit(
      (db) => pauseRest(db, selection, now),
      "what is left of a paused send waits for the sweep",
    );
  return first + rest;
}

/**
 * Locks an account and a send of it, in this order.
 * @throws GatewayError `not_found`.
 */
export async function lockSend(tx: Queryable, accountId: number, id: string): Promise<PauseRow> {
  await tx.query(lockAccountStatement(accountId));
  const [send] = isId(id) ? await tx.query<PauseRow>(lockSendStatement(accountId, id)) : [];
  if (!send) throw new GatewayError("not_found", "There is no such send.");
  return send;
}

function requirePausable({ pausedSince, cancellingSince, pauses }: PauseRow): void {
  if (cancellingSince) throw new GatewayError("conflict", "This send is being cancelled.");
  if (pausedSince) throw new GatewayError("conflict", "This send is paused already.");
  if (pauses >= MAX_PAUSES)
    throw new GatewayError(
      "conflict",
      `This send was paused ${MAX_PAUSES} times, and can’t be paused again. You can cancel it.`,
    );
}

/** Goes on with sends of which messages are left to be paused. For the sweep. */
export async function pauseLeft(db: Database, now: Date): Promise<void> {
  const sends = await db.query<{ id: string; accountId: number }>(pausingStatement(SENDS_PER_SWEEP));
  for (const { id, accountId } of sends)
    await pauseRest(db, { accountId, sendId: id }, now).catch(leaveIfMoved);
}

/**
 * Begins to cancel sends that were paused for too long (rules: pausing), each with a line of activity, unless its messages were
 * all cancelled one by one before. For the sweep, which then goes on with what is cancelled.
 */
export async function endPaused(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - MAX_PAUSED_MS);
  await db.transaction(async (tx) => {
    const ended = await tx.query<EndedPause>(endPausedStatement(before, now, SENDS_PER_SWEEP));
    for (const { id, accountId, isWaiting } of ended) {
      if (!isWaiting) continue;
      const actor = { accountId, address: NO_ADDRESS };
      const details = { send: id, reason: "Paused for 14 days" };
      await recordActivity(tx, { accountId, actor, action: "send_cancelled", details }, now);
    }
  });
}

/** Pauses batch by batch until nothing waits, or the send is not being paused any more. */
async function pauseRest(db: Database, selection: SendOfAccount, now: Date): Promise<void> {
  for (;;) {
    const isOver = await db.transaction(async (tx) => {
      const { pausingSince } = await lockSend(tx, selection.accountId, selection.sendId);
      if (pausingSince === null) return true;
      if ((await pauseWaiting(tx, selection, now)) > 0) return false;
      if ((await countLeft(tx, selection)) === 0) await tx.query(endPausingStatement(selection.sendId));
      return true;
    });
    if (isOver) return;
  }
}

/** Pauses up to `CANCEL_BATCH` messages that no carrier has been given. The account is locked by now. */
async function pauseWaiting(tx: Queryable, selection: SendOfAccount, now: Date): Promise<number> {
  const waiting = await tx.query<{ id: string }>(
    lockWaitingStatement(selection, CANCEL_BATCH, AND_NOT_PAUSED),
  );
  const ids = waiting.map(({ id }) => id);
  if (ids.length > 0) await tx.query(pauseStatement(ids, now));
  await requireHere(tx, selection.accountId);
  return ids.length;
}

async function countLeft(tx: Queryable, selection: SendOfAccount): Promise<number> {
  const [row] = await tx.query<{ count: number }>(countWaitingStatement(selection, AND_NOT_PAUSED));
  return row?.count ?? 0;
}

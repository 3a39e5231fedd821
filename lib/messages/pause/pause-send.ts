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

/** The most pauses of a send: each writes two ledger entries for every message. */
export const MAX_PAUSES = 20;

/** The most sends that one sweep continues. */
const SENDS_PER_SWEEP = 100;

type SendOfAccount = { accountId: number; sendId: string };

/**
 * Pauses the waiting messages of a send, and refunds them (rules: pausing, reversals). Like a cancellation, it pauses
 * the first thousand messages at once, and the rest by further transactions after the commit. The send is marked
 * meanwhile.
 * @param tx a transaction: it keeps the account, the send and the messages locked, in this order.
 * @returns the number of paused messages, including those that follow.
 * @throws GatewayError `not_found`, or `conflict` if no message of it waits, or if it is paused or cancelled.
 */
export async function pauseSend(tx: Transaction, accountId: number, id: string, now: Date): Promise<number> {
  const send = await lockSend(tx, accountId, id);
  requirePausable(send);
  const selection = { accountId, sendId: id };
  const first = await pauseWaiting(tx, selection, now);
  if (first === 0)
    throw new GatewayError("conflict", "This send has no waiting messages, so it can’t be paused.");
  const rest = await countLeft(tx, selection);
  await tx.query(setPausedStatement(id, now, rest > 0));
  if (rest > 0)
    tx.afterCommit((db) => pauseRest(db, selection, now), "the rest of a paused send waits for the sweep");
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

/** Continues sends that have messages left to pause. For the sweep. */
export async function pauseLeft(db: Database, now: Date): Promise<void> {
  const sends = await db.query<{ id: string; accountId: number }>(pausingStatement(SENDS_PER_SWEEP));
  for (const { id, accountId } of sends)
    await pauseRest(db, { accountId, sendId: id }, now).catch(leaveIfMoved);
}

/**
 * Begins to cancel sends that were paused for too long (rules: pausing), and records each in the activity. Sends
 * whose messages were all cancelled before are not recorded. For the sweep, which then continues the cancellations.
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

/** Pauses in batches until no message waits, or the send is no longer being paused. */
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

/** Pauses up to `CANCEL_BATCH` messages that no carrier has. The caller has locked the account. */
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

import { lockAccountStatement } from "@/lib/accounts/lock-account.sql";
import { leaveIfMoved } from "@/lib/db/cells/while-moving";
import type { Database, Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { isId } from "@/lib/ids";
import {
  type CancelSelection,
  cancellingStatement,
  countWaitingStatement,
  lockBulkSendStatement,
  setCancellingStatement,
} from "@/lib/messages/cancel/cancel.sql";
import { CANCEL_BATCH, cancelWaiting } from "@/lib/messages/cancel/cancel-waiting";

/** The most bulk sends that one sweep continues. */
const SENDS_PER_SWEEP = 100;

/**
 * Cancels the waiting messages of a bulk send (rules: cancelling). More than a thousand messages would lock the
 * account for too long: the remaining ones are cancelled by further transactions after the commit. The send is marked
 * meanwhile, so that the sweep continues it if a server was stopped.
 * @param tx a transaction: it keeps the account, the send and the messages locked, in this order.
 * @returns the number of cancelled messages, including those that follow a full batch.
 * @throws GatewayError `not_found`, or `conflict` if no message of it waits.
 */
export async function cancelSend(tx: Transaction, accountId: number, id: string, now: Date): Promise<number> {
  // The account is locked before the send, as everywhere: in the other order a pause and this could deadlock.
  await tx.query(lockAccountStatement(accountId));
  const [send] = isId(id) ? await tx.query(lockBulkSendStatement(accountId, id)) : [];
  if (!send) throw new GatewayError("not_found", "There is no such send.");
  const selection = { accountId, sendId: id };
  const first = await cancelWaiting(tx, selection, now);
  if (first === 0)
    throw new GatewayError("conflict", "This send has no waiting messages, so it can’t be cancelled.");
  // Includes messages that another transaction has locked: a handover keeps them, but a release or a move does not.
  const rest = await countWaiting(tx, selection);
  await tx.query(setCancellingStatement(id, rest > 0 ? now : null));
  if (rest > 0) {
    tx.afterCommit(
      (db) => cancelRest(db, selection, now),
      "the rest of a cancelled send waits for the sweep",
    );
  }
  return first < CANCEL_BATCH ? first : first + rest;
}

/** Continues sends that have messages left to cancel. For the sweep. */
export async function cancelLeft(db: Database, now: Date): Promise<void> {
  const sends = await db.query<{ id: string; accountId: number }>(cancellingStatement(SENDS_PER_SWEEP));
  for (const { id, accountId } of sends)
    await cancelRest(db, { accountId, sendId: id }, now).catch(leaveIfMoved);
}

/** Cancels in batches until no message waits. Locked messages are left to the sweep. */
async function cancelRest(
  db: Database,
  selection: CancelSelection & { sendId: string },
  now: Date,
): Promise<void> {
  for (;;) {
    const isOver = await db.transaction(async (tx) => {
      if ((await cancelWaiting(tx, selection, now)) > 0) return false;
      if ((await countWaiting(tx, selection)) === 0)
        await tx.query(setCancellingStatement(selection.sendId, null));
      return true;
    });
    if (isOver) return;
  }
}

async function countWaiting(tx: Pick<Transaction, "query">, selection: CancelSelection): Promise<number> {
  const [row] = await tx.query<{ count: number }>(countWaitingStatement(selection));
  return row?.count ?? 0;
}

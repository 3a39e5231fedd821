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

/** Bulk sends that one sweep goes on with. */
const SENDS_PER_SWEEP = 100;

/**
 * Cancels what still waits of a bulk send (rules: cancelling). More than a thousand messages would lock the account for
 * too long: those beyond follow after the commit, in commits of their own. The send is marked meanwhile, so that the
 * sweep goes on with it where a server was stopped.
 * @param tx a transaction: the account, the send and the messages stay locked in it, in this order.
 * @returns how many messages are cancelled, those that follow a full batch included.
 * @throws GatewayError `not_found`, or `conflict` where nothing of it waits.
 */
export async function cancelSend(tx: Transaction, accountId: number, id: string, now: Date): Promise<number> {
  // The account before the send, as everywhere: the other way round this and a pause would wait for each other.
  await tx.query(lockAccountStatement(accountId));
  const [send] = isId(id) ? await tx.query(lockBulkSendStatement(accountId, id)) : [];
  if (!send) throw new GatewayError("not_found", "There is no such send.");
  const selection = { accountId, sendId: id };
  const first = await cancelWaiting(tx, selection, now);
  if (first === 0)
    throw new GatewayError("conflict", "Nothing of this send is waiting, so it can’t be cancelled.");
  // Also what somebody else has locked: who hands it over keeps it, but not who only releases or moves it.
  const rest = await countWaiting(tx, selection);
  await tx.query(setCancellingStatement(id, rest > 0 ? now : null));
  if (rest > 0) {
    tx.afterCommit(
      (db) => cancelRest(db, selection, now),
      "what is left of a cancelled send waits for the sweep",
    );
  }
  return first < CANCEL_BATCH ? first : first + rest;
}

/** Goes on with sends of which messages are left to be cancelled. For the sweep. */
export async function cancelLeft(db: Database, now: Date): Promise<void> {
  const sends = await db.query<{ id: string; accountId: number }>(cancellingStatement(SENDS_PER_SWEEP));
  for (const { id, accountId } of sends)
    await cancelRest(db, { accountId, sendId: id }, now).catch(leaveIfMoved);
}

/** Cancels batch by batch until nothing waits; what others have locked is left to the sweep. */
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

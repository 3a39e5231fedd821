import { lockAccountStatement } from "@/lib/accounts/lock-account.sql";
import { requireHere } from "@/lib/db/cells/while-moving";
import type { Queryable } from "@/lib/db/client";
import { discardStatement } from "@/lib/domains/discard-held.sql";
import {
  type CancelRow,
  type CancelSelection,
  cancelledStatement,
  lockWaitingStatement,
} from "@/lib/messages/cancel/cancel.sql";

/** Messages cancelled by one transaction, so that no account is locked for long. */
export const CANCEL_BATCH = 1_000;

/**
 * Cancels up to `CANCEL_BATCH` messages of a selection that no carrier has been given (rules: cancelling, reversals):
 * they go `DELETED`, and their money goes back, once. The account is locked first, as acceptance does, so that two
 * cancellations follow one another.
 * @param tx a transaction: the account and the messages stay locked in it.
 * @returns how many were cancelled.
 * @throws AccountMovedError where the account is in another cell.
 */
export async function cancelWaiting(tx: Queryable, selection: CancelSelection, now: Date): Promise<number> {
  await tx.query(lockAccountStatement(selection.accountId));
  const waiting = await tx.query<{ id: string }>(lockWaitingStatement(selection, CANCEL_BATCH));
  if (waiting.length > 0)
    await tx.query(
      discardStatement(
        waiting.map(({ id }) => id),
        now,
      ),
    );
  // Of what is paused no money goes back, and where the account is not the database would leave the rest undone.
  await requireHere(tx, selection.accountId);
  return waiting.length;
}

/** What became of messages of an account: none for ids that it does not have. */
export function readCancelled(
  db: Queryable,
  accountId: number,
  ids: readonly string[],
): Promise<CancelRow[]> {
  return db.query<CancelRow>(cancelledStatement(accountId, ids));
}

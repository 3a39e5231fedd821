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

/** The most messages that one transaction cancels, so that no account is locked for long. */
export const CANCEL_BATCH = 1_000;

/**
 * Cancels up to `CANCEL_BATCH` messages of a selection that no carrier has (rules: cancelling, reversals). Their
 * status becomes `DELETED`, and they are refunded once. It locks the account first, as acceptance does, so that two
 * cancellations do not run concurrently.
 * @param tx a transaction: it keeps the account and the messages locked.
 * @returns the number of cancelled messages.
 * @throws AccountMovedError if the account is in another cell.
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
  // Paused messages are not refunded. For an account of another cell, the database would then skip the changes
  // without an error.
  await requireHere(tx, selection.accountId);
  return waiting.length;
}

/** Reads the state of an account's messages after a cancellation. Ids of other accounts have no row. */
export function readCancelled(
  db: Queryable,
  accountId: number,
  ids: readonly string[],
): Promise<CancelRow[]> {
  return db.query<CancelRow>(cancelledStatement(accountId, ids));
}

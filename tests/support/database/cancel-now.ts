import type { CancelSelection } from "@/lib/messages/cancel/cancel.sql";
import { cancelWaiting } from "@/lib/messages/cancel/cancel-waiting";
import { accountsDb } from "@/tests/support/database/accounts-db";

/**
 * Cancels waiting messages in a transaction of their own.
 * @returns the number of cancelled messages.
 */
export function cancelNow(selection: CancelSelection, now: Date): Promise<number> {
  return accountsDb().transaction((tx) => cancelWaiting(tx, selection, now));
}

import type { CancelSelection } from "@/lib/messages/cancel/cancel.sql";
import { cancelWaiting } from "@/lib/messages/cancel/cancel-waiting";
import { accountsDb } from "@/tests/support/database/accounts-db";

/** Cancels messages that wait, in a transaction of their own. @returns how many were cancelled. */
export function cancelNow(selection: CancelSelection, now: Date): Promise<number> {
  return accountsDb().transaction((tx) => cancelWaiting(tx, selection, now));
}

import { db } from "@/lib/db/client";
import type { CancelSelection } from "@/lib/messages/cancel/cancel.sql";
import { cancelWaiting } from "@/lib/messages/cancel/cancel-waiting";

/** Cancels messages that wait, in a transaction of their own. @returns how many were cancelled. */
export function cancelNow(selection: CancelSelection, now: Date): Promise<number> {
  return db().transaction((tx) => cancelWaiting(tx, selection, now));
}

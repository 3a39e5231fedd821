import type { Queryable } from "@/lib/db/client";
import { type ChangedRow, resubscribeStatement } from "@/lib/optouts/change.sql";

/**
 * Unblocks a recipient of an account by hand (rules: resubscribing). Safe to repeat.
 * @param msisdn the number in international digits, as messages are addressed.
 * @returns whether the number was blocked.
 */
export async function resubscribe(
  db: Queryable,
  accountId: number,
  msisdn: string,
  now: Date,
): Promise<boolean> {
  const rows = await db.query<ChangedRow>(resubscribeStatement([{ accountId, msisdn }], "hand", now));
  if (rows.some(({ isTold }) => isTold)) db.wake("webhooks");
  return rows.length > 0;
}

import type { Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";

/**
 * Adds money to an account: the balance and its ledger entry in one statement.
 * @param amountMicros positive, in micro-dollars as they arrive on the balance.
 * @returns the new balance in micro-dollars, or null when there is no such account.
 * @throws RangeError for an amount that is not positive.
 */
export async function topUp(
  db: Queryable,
  accountId: number,
  amountMicros: bigint,
  note: string,
  now: Date,
): Promise<bigint | null> {
  if (amountMicros <= 0n) throw new RangeError("A top-up must be more than nothing.");
  const [row] = await db.query<{ balanceMicros: bigint }>(sql`
    with credited as (
      update accounts set balance_micros = balance_micros + ${amountMicros}::bigint where id = ${accountId}
      returning id, balance_micros
    ), entry as (
      insert into ledger_entries (id, account_id, kind, amount_micros, net_micros, gst_micros, note, created_at)
      select ${newId()}::uuid, id, 'topup', ${amountMicros}::bigint, ${amountMicros}::bigint, 0, ${note}, ${now}::timestamptz
      from credited
    )
    select balance_micros as "balanceMicros" from credited`);
  return row?.balanceMicros ?? null;
}

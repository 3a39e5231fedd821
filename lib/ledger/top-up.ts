import type { Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { insertEntries } from "@/lib/ledger/entries.sql";

/**
 * Adds money to an account (rules: top-ups): the balance and its ledger entry in one statement.
 * @param amountMicros positive, in micro-dollars as they arrive on the balance.
 * @param reference what it is called elsewhere: an amount with a reference is added once, however often it is told of.
 * @returns the new balance in micro-dollars, or null when there is no such account or the reference is known.
 * @throws RangeError for an amount that is not positive.
 */
export async function topUp(
  db: Queryable,
  accountId: number,
  amountMicros: bigint,
  note: string,
  now: Date,
  reference: string | null = null,
): Promise<bigint | null> {
  if (amountMicros <= 0n) throw new RangeError("A top-up must be more than nothing.");
  const entry = {
    id: sql`${newId()}::uuid`,
    accountId: sql`id`,
    amount: { credited: sql`${amountMicros}::bigint` },
    note: sql`${note}::text`,
    reference: sql`${reference}::text`,
  };
  const [row] = await db.query<{ balanceMicros: bigint }>(sql`
    with account as (
      select id from accounts where id = ${accountId} for no key update
    ), entry as (
      ${insertEntries("topup", entry, now, sql`from account`)}
      on conflict (reference) do nothing
      returning account_id
    )
    update accounts a set balance_micros = balance_micros + ${amountMicros}::bigint
    from entry where a.id = entry.account_id
    returning a.balance_micros as "balanceMicros"`);
  return row?.balanceMicros ?? null;
}

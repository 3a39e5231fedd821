import { type Sql, sql } from "@/lib/db/sql";
import { insertEntries } from "@/lib/ledger/entries.sql";

/** An adjustment. `key` is a UUID of the form, and becomes the entry's id, so that one form never adjusts twice. */
export type Adjustment = { accountId: number; key: string; amountMicros: bigint; reason: string };

/** The outcome of an adjustment. */
export type AdjustmentRow = {
  /** The balance under the lock, before the adjustment; null if the account does not exist. */
  balanceBefore: bigint | null;
  /** Null if nothing was adjusted: the balance does not cover it, or the key is known. */
  balanceAfter: bigint | null;
};

/**
 * Adjusts a balance and writes the ledger entry. It locks the account first, so that no send and no other adjustment
 * comes in between.
 */
export function adjustBalanceStatement({ accountId, key, amountMicros, reason }: Adjustment, now: Date): Sql {
  const entry = {
    id: sql`${key}::uuid`,
    accountId: sql`id`,
    amount: { credited: sql`${amountMicros}::bigint` },
    note: sql`${reason}::text`,
  };
  return sql`
    with account as materialized (
      select id, balance_micros from accounts where id = ${accountId} and has_account for no key update
    ), entry as (
      ${insertEntries("adjustment", entry, now, sql`from account where balance_micros + ${amountMicros}::bigint >= 0`)}
      on conflict (id) do nothing
      returning account_id
    ), adjusted as (
      update accounts a set balance_micros = a.balance_micros + ${amountMicros}::bigint
      from entry where a.id = entry.account_id
      returning a.balance_micros
    )
    select (select balance_micros from account) as "balanceBefore",
      (select balance_micros from adjusted) as "balanceAfter"`;
}

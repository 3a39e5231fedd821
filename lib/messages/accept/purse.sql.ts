import { hasKey, NOTHING, type Sql, sql } from "@/lib/db/sql";
import { addToBillingDays, addToPocketDays } from "@/lib/ledger/billing-days.sql";

/** What a statement pays from: rows of accounts, or one pocket of the one account that it is for (rules: pockets). */
export type Purse = "account" | "pocket";

/** Whether a statement waits for an account that another transaction has locked, or skips it. */
export type Locking = "wait" | "skip";

/**
 * The parts of a statement that differ by what it pays from: `with`s that lock it, and what is written of a payment.
 */
type Paying = { locked: Sql; summed: Sql; debited: Sql };

const JUDGED = sql`judged`;
const SKIP_LOCKED = sql`skip locked`;

/** Pays from the rows of accounts, which are locked by id. */
export function byAccounts(accountIds: readonly number[], locking: Locking, now: Date): Paying {
  return {
    locked: sql`account as materialized (
      select id, balance_micros, pockets > 1 as has_pockets from accounts
      where id = any(${accountIds}::int[]) and status = 'active'
      order by id for no key update ${locking === "skip" ? SKIP_LOCKED : NOTHING}
    )`,
    summed: addToBillingDays(JUDGED, now),
    debited: ACCOUNTS_DEBITED,
  };
}

const ACCOUNTS_DEBITED = sql`update accounts a set balance_micros = a.balance_micros - d.micros
      from (select account_id, sum(micros)::bigint as micros from taken group by account_id) d
      where a.id = d.account_id`;

/**
 * Pays from the fullest pocket that nobody has locked and that covers all. It waits for no lock: without such a
 * pocket nothing is weighed. The account's row is not locked, so whether it may send is asked once the pocket is.
 */
export function byPocket(accountId: number, micros: bigint, now: Date): Paying {
  return {
    locked: sql`pocket as materialized (
      select account_id, number, balance_micros from account_pockets
      where account_id = ${accountId} and balance_micros >= ${micros}::bigint
      order by balance_micros desc, number limit 1 for no key update skip locked
    ), account as materialized (
      select account_id as id, balance_micros, true as has_pockets, number as pocket from pocket
      where account_is_active(account_id)
    )`,
    summed: addToPocketDays(JUDGED, now, PAYING_POCKET),
    debited: POCKET_DEBITED,
  };
}

const PAYING_POCKET = sql`(select pocket from account)`;

const POCKET_DEBITED = sql`update account_pockets k set balance_micros = k.balance_micros - d.micros
      from (
        select a.id, a.pocket, sum(t.micros)::bigint as micros
        from taken t join account a on a.id = t.account_id group by a.id, a.pocket) d
      where ${hasKey(sql`k.account_id, k.number`, sql`d.id, d.pocket`)}`;

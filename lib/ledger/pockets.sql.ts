import { hasKey, type Sql, sql } from "@/lib/db/sql";

/** The whole balance of a row of `accounts`: with what its pockets hold, where it has any (rules: pockets). */
export const balanceOf = (account: Sql): Sql => sql`(${account}.balance_micros
  + case when ${account}.pockets > 1 then (select coalesce(sum(k.balance_micros), 0)::bigint from account_pockets k
      where k.account_id = ${account}.id) else 0 end)`;

/** An account's whole balance. */
export type BalanceRow = { accountId: number; balanceMicros: bigint };

/** The whole balances of accounts, each a `BalanceRow`, as of when the statement begins. */
export function balancesStatement(accountIds: readonly number[]): Sql {
  return sql`
    select a.id as "accountId", ${balanceOf(sql`a`)} as "balanceMicros"
    from accounts a where a.id = any(${accountIds}::int[])`;
}

/** How many pockets an account has; 1 is none. */
export type PocketsRow = { pockets: number };

/** Locks an account, as `PocketsRow`. Its pockets change in number under this lock alone. */
export function lockForPocketsStatement(accountId: number): Sql {
  return sql`select pockets from accounts where id = ${accountId} for no key update`;
}

/** Locks all pockets of a locked account, in order. A batch that has one of them is waited for. */
export function lockPocketsStatement(accountId: number): Sql {
  return sql`select 1 from account_pockets where account_id = ${accountId} order by number for update`;
}

/** Puts what locked pockets hold into their account's row. */
export function gatherStatement(accountId: number): Sql {
  return sql`
    with full_one as materialized (
      select account_id, number, balance_micros from account_pockets
      where account_id = ${accountId} and balance_micros > 0
    ), emptied as (
      update account_pockets k set balance_micros = 0
      from full_one f where ${hasKey(sql`k.account_id, k.number`, sql`f.account_id, f.number`)}
    )
    update accounts a set balance_micros = a.balance_micros + f.micros
    from (select account_id, sum(balance_micros)::bigint as micros from full_one group by account_id) f
    where a.id = f.account_id`;
}

/**
 * Spreads what the row of a locked account has: the row and each of its pockets, which are locked and empty, get as
 * much.
 */
export function spreadStatement(accountId: number): Sql {
  return sql`
    with share as materialized (
      select k.account_id, k.number, a.balance_micros / (count(*) over () + 1) as micros
      from accounts a join account_pockets k on k.account_id = a.id
      where a.id = ${accountId} and a.pockets > 1
    ), filled as (
      update account_pockets k set balance_micros = s.micros
      from share s where ${hasKey(sql`k.account_id, k.number`, sql`s.account_id, s.number`)} and s.micros > 0
    )
    update accounts a set balance_micros = a.balance_micros - s.micros
    from (select account_id, sum(micros)::bigint as micros from share group by account_id) s
    where a.id = s.account_id and s.micros > 0`;
}

/** Takes pockets away above a number. They are locked and empty. */
export function removePocketsStatement(accountId: number, above: number): Sql {
  return sql`delete from account_pockets where account_id = ${accountId} and number > ${above}::int`;
}

/** Gives a locked account empty pockets, up to a number. */
export function addPocketsStatement(accountId: number, upTo: number): Sql {
  return sql`
    insert into account_pockets (account_id, number)
    select ${accountId}::int, n from generate_series(1, ${upTo}::int) n on conflict do nothing`;
}

/** Notes how many pockets a locked account has. */
export function setPocketsStatement(accountId: number, pockets: number): Sql {
  return sql`update accounts set pockets = ${pockets} where id = ${accountId}`;
}

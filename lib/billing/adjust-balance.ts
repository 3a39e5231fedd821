import { noAccount } from "@/lib/accounts/read-account";
import { type Actor, recordActivity } from "@/lib/activity/record-activity";
import type { Database, Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { GatewayError } from "@/lib/errors";
import { insertEntries } from "@/lib/ledger/entries.sql";
import { toDecimal } from "@/lib/money";

/** `key` is a UUID of the form's own, and becomes the entry's id: the same form never adjusts twice. */
export type Adjustment = { accountId: number; key: string; amountMicros: bigint; reason: string };

type Outcome = {
  /** Under the lock, before the adjustment; null: there is no such account. */
  balanceBefore: bigint | null;
  balanceAfter: bigint | null;
};

/**
 * Puts money on a balance, or takes some away (rules: balance adjustments), and writes the ledger entry in the same
 * statement; whoever did it, and why, is written down in the same transaction. Sent again with its key, it has happened
 * already.
 * @param adjustment `amountMicros` signed and not zero, as it arrives on the balance.
 * @returns the balance then, in micro-dollars.
 * @throws GatewayError `not_found`; `conflict` where the balance would fall below zero, or the key is another's.
 */
export async function adjustBalance(
  db: Database,
  adjustment: Adjustment,
  actor: Actor,
  now: Date,
): Promise<bigint> {
  const { accountId, amountMicros, reason } = adjustment;
  return db.transaction(async (tx) => {
    const { balanceBefore, balanceAfter } = await adjust(tx, adjustment, now);
    if (balanceBefore === null) throw noAccount(accountId);
    if (balanceAfter !== null) {
      const details = { amount: toDecimal(amountMicros), reason };
      await recordActivity(tx, accountId, actor, "balance_adjusted", details, now);
      return balanceAfter;
    }
    if (await isDone(tx, adjustment)) return balanceBefore;
    const balance = toDecimal(balanceBefore);
    throw new GatewayError("conflict", `The balance is ${balance} dollars and cannot fall below nothing.`);
  });
}

/** The account is locked before anything is decided, so that neither a send nor another adjustment comes in between. */
async function adjust(
  tx: Queryable,
  { accountId, key, amountMicros, reason }: Adjustment,
  now: Date,
): Promise<Outcome> {
  const entry = {
    id: sql`${key}::uuid`,
    accountId: sql`id`,
    amount: { credited: sql`${amountMicros}::bigint` },
    note: sql`${reason}::text`,
  };
  const [outcome] = await tx.query<Outcome>(sql`
    with account as materialized (
      select id, balance_micros from accounts where id = ${accountId} for update
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
      (select balance_micros from adjusted) as "balanceAfter"`);
  if (!outcome) throw new Error("The statement gives one row.");
  return outcome;
}

/**
 * Whether an entry has the key already.
 * @throws GatewayError `conflict` where it is another adjustment.
 */
async function isDone(tx: Queryable, { accountId, key, amountMicros, reason }: Adjustment): Promise<boolean> {
  const [entry] = await tx.query<{ isSame: boolean }>(sql`
    select account_id = ${accountId} and kind = 'adjustment' and amount_micros = ${amountMicros}::bigint
      and note is not distinct from ${reason}::text as "isSame"
    from ledger_entries where id = ${key}::uuid`);
  if (entry && !entry.isSame) {
    throw new GatewayError("conflict", "This form has been sent with something else in it. Open it again.");
  }
  return entry !== undefined;
}

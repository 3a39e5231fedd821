import { type Sql, sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { insertEntries } from "@/lib/ledger/entries.sql";

/** A top-up of an account. */
export type TopUp = {
  accountId: number;
  /** Positive, in micro-dollars as they arrive on the balance. */
  amountMicros: bigint;
  /** The note that the account reads. */
  note: string;
  /** The amount's name elsewhere, such as a payment's id; null for none. A reference is added once. */
  reference: string | null;
};

/**
 * Adds to a balance and writes the ledger entry. Returns a row with the new balance, or no row if the account does not
 * exist or the reference is known.
 */
export function topUpStatement({ accountId, amountMicros, note, reference }: TopUp, now: Date): Sql {
  const entry = {
    id: sql`${newId()}::uuid`,
    accountId: sql`id`,
    amount: { credited: sql`${amountMicros}::bigint` },
    note: sql`${note}::text`,
    reference: sql`${reference}::text`,
  };
  return sql`
    with account as (
      select id from accounts where id = ${accountId} for no key update
    ), entry as (
      ${insertEntries("topup", entry, now, sql`from account`)}
      on conflict (reference) do nothing
      returning account_id
    )
    update accounts a set balance_micros = balance_micros + ${amountMicros}::bigint
    from entry where a.id = entry.account_id
    returning a.balance_micros as "balanceMicros"`;
}

/** An account whose balance or debt a payment's refunds and disputes changed, with its new balance. */
export type TakenBackRow = { accountId: number; balanceMicros: bigint };

/**
 * Changes a balance by the change of a payment's refunds and disputes since the last time, and writes the
 * ledger entry. Returns a `TakenBackRow` if the balance or the debt changed.
 * @param paymentId the id of a locked row of `card_payments`.
 */
export function takeBackStatement(
  paymentId: string,
  { note, reference }: { note: string; reference: string },
  now: Date,
): Sql {
  const change = {
    id: sql`${newId()}::uuid`,
    accountId: sql`id`,
    amount: { credited: sql`greatest(after, 0) - before` },
    note: sql`${note}::text`,
    reference: sql`${reference}::text`,
  };
  return sql`
    with payment as materialized (
      select p.account_id, p.taken_micros, least(p.credited_micros, p.refunded_micros + coalesce((
        select sum(d.amount_micros) from card_disputes d where d.payment_id = p.id and d.is_withdrawn), 0))::bigint as due_micros
      from card_payments p where p.id = ${paymentId}
    ), account as materialized (
      select a.id, a.balance_micros, a.owed_micros from accounts a
      where a.id = (select account_id from payment where due_micros <> taken_micros) for no key update
    ), change as materialized (
      -- The balance or the debt is zero: together they are one number, which may fall below zero.
      select a.id, a.balance_micros as before, a.balance_micros - a.owed_micros - (p.due_micros - p.taken_micros) as after
      from account a, payment p
    ), entry as (
      ${insertEntries("adjustment", change, now, sql`from change where greatest(after, 0) <> before`)}
    ), taken as (
      update card_payments p set taken_micros = payment.due_micros
      from payment, change where p.id = ${paymentId}
    )
    update accounts a set balance_micros = greatest(change.after, 0), owed_micros = greatest(-change.after, 0)
    from change where a.id = change.id
    returning a.id as "accountId", a.balance_micros as "balanceMicros"`;
}

import type { Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { insertEntries } from "@/lib/ledger/entries.sql";

/** The connection of a transaction that has locked the payment. */
type Transaction = Queryable & { transaction?: never };

/**
 * Brings an account in line with what has gone back of a payment (rules: refunds and disputes): refunds and disputes
 * together, at most what was credited. What the balance does not cover is owed; what comes back pays first what is
 * owed. Balance and ledger entry change in one statement; where nothing has changed since the last time, nothing is
 * written.
 * @param paymentId of a row of `card_payments`, which the transaction has locked.
 * @param entry the note that the account reads, and the event's id as reference: an event has one entry.
 * @returns whether something was taken or given back.
 */
export async function takeBack(
  tx: Transaction,
  paymentId: string,
  entry: { note: string; reference: string },
  now: Date,
): Promise<boolean> {
  const change = {
    id: sql`${newId()}::uuid`,
    accountId: sql`id`,
    amount: { credited: sql`greatest(after, 0) - before` },
    note: sql`${entry.note}::text`,
    reference: sql`${entry.reference}::text`,
  };
  const rows = await tx.query(sql`
    with payment as materialized (
      select p.account_id, p.taken_micros, least(p.credited_micros, p.refunded_micros + coalesce((
        select sum(d.amount_micros) from card_disputes d where d.payment_id = p.id and d.is_withdrawn), 0))::bigint as due_micros
      from card_payments p where p.id = ${paymentId}
    ), account as materialized (
      select a.id, a.balance_micros, a.owed_micros from accounts a
      where a.id = (select account_id from payment where due_micros <> taken_micros) for no key update
    ), change as materialized (
      -- Of balance and owed one is zero: together they are one number, which falls below zero.
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
    returning a.id`);
  return rows.length > 0;
}

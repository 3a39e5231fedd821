import { prepared, type Sql, sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";

/**
 * Debits an account for one lookup and writes the ledger entry, where the account is active and its balance covers it.
 * Gives one row if so, none if not. Lookups at the same time wait for one another on the account's row, and each sees
 * the balance that the one before it has left.
 */
export function chargeLookupStatement(
  accountId: number,
  fee: { netMicros: bigint; gstMicros: bigint },
  now: Date,
): Sql {
  const total = sql`(${fee.netMicros}::bigint + ${fee.gstMicros}::bigint)`;
  return prepared(
    "charge-lookup",
    sql`
    with debited as (
      update accounts set balance_micros = balance_micros - ${total}
      where id = ${accountId} and status = 'active' and balance_micros >= ${total}
      returning id
    )
    insert into ledger_entries (id, account_id, kind, amount_micros, net_micros, gst_micros, note, created_at)
    select ${newId()}::uuid, id, 'lookup', -${total}, ${fee.netMicros}::bigint, ${fee.gstMicros}::bigint, 'Number lookup',
      ${now}::timestamptz
    from debited
    returning id`,
  );
}

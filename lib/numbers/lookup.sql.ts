import { prepared, type Sql, sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { insertEntries } from "@/lib/ledger/entries.sql";

/**
 * Debits an account for one lookup and writes the ledger entry. Returns a row if the account is active and its
 * balance covers the lookup. Concurrent lookups wait for the lock of the account's row, and each sees the balance
 * that the previous one left.
 */
export function chargeLookupStatement(
  accountId: number,
  fee: { netMicros: bigint; gstMicros: bigint },
  now: Date,
): Sql {
  const total = sql`(${fee.netMicros}::bigint + ${fee.gstMicros}::bigint)`;
  const entry = {
    id: sql`${newId()}::uuid`,
    accountId: sql`id`,
    amount: { charged: { net: sql`${fee.netMicros}::bigint`, gst: sql`${fee.gstMicros}::bigint` } },
    note: sql`'Number lookup'`,
  };
  return prepared(
    "charge-lookup",
    sql`
    with debited as (
      update accounts set balance_micros = balance_micros - ${total}
      where id = ${accountId} and status = 'active' and balance_micros >= ${total}
      returning id
    )
    ${insertEntries("lookup", entry, now, sql`from debited`)}
    returning id`,
  );
}

import type { Queryable } from "@/lib/db/client";
import { payerStatement, takeBackStatement } from "@/lib/ledger/balance.sql";
import { withWholeBalance } from "@/lib/ledger/pockets";

/** The connection of a transaction that has locked the payment. */
type Transaction = Queryable & { transaction?: never };

/**
 * Takes refunds and disputes of a payment from an account, or gives them back (rules: refunds and disputes).
 * At most the credited amount is taken. An amount beyond the balance is owed; an amount that comes back pays
 * the debt first. Nothing is written where nothing has changed since the last time.
 * @param paymentId of a row of `card_payments`, which the transaction has locked.
 * @param entry the note that the account reads, and the event's id as reference: an event has one entry.
 * @returns the account whose balance or debt changed; null where neither did.
 */
export async function takeBack(
  tx: Transaction,
  paymentId: string,
  entry: { note: string; reference: string },
  now: Date,
): Promise<number | null> {
  const [payer] = await tx.query<{ accountId: number }>(payerStatement(paymentId));
  if (!payer) return null;
  const rows = await withWholeBalance(tx, payer.accountId, () =>
    tx.query<{ id: number }>(takeBackStatement(paymentId, entry, now)),
  );
  return rows[0]?.id ?? null;
}

import type { Queryable } from "@/lib/db/client";
import { type TakenBackRow, takeBackStatement } from "@/lib/ledger/balance.sql";

/** The connection of a transaction that has locked the payment. */
type Transaction = Queryable & { transaction?: never };

/**
 * Subtracts refunds and disputes of a payment from an account, or returns them (rules: refunds and disputes).
 * At most the credited amount is subtracted. An amount beyond the balance is owed, and a returned amount pays
 * the debt first. It writes no row if the amount has not changed since the last call.
 * @param paymentId the id of a row of `card_payments`, which the transaction has locked.
 * @param entry the note that the account reads, and the event's id as reference: an event has one entry.
 * @returns the account whose balance or debt changed, with its new balance; null if neither changed.
 */
export async function takeBack(
  tx: Transaction,
  paymentId: string,
  entry: { note: string; reference: string },
  now: Date,
): Promise<TakenBackRow | null> {
  const [row] = await tx.query<TakenBackRow>(takeBackStatement(paymentId, entry, now));
  return row ?? null;
}

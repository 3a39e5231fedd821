import type { Queryable } from "@/lib/db/client";
import { type TopUp, topUpStatement } from "@/lib/ledger/balance.sql";

/**
 * Adds money to an account (rules: top-ups): the balance and its ledger entry in one statement. An amount
 * with a reference is added once, no matter how often it is reported.
 * @returns the new balance in micro-dollars, or null if the account does not exist or the reference is known.
 * @throws RangeError for an amount that is not positive.
 */
export async function topUp(
  db: Queryable,
  { reference = null, ...amount }: Omit<TopUp, "reference"> & { reference?: string | null },
  now: Date,
): Promise<bigint | null> {
  if (amount.amountMicros <= 0n) throw new RangeError("The amount of a top-up must be positive.");
  const [row] = await db.query<{ balanceMicros: bigint }>(topUpStatement({ ...amount, reference }, now));
  return row?.balanceMicros ?? null;
}

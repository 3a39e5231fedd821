import { lockAccountStatement } from "@/lib/accounts/lock-account.sql";
import { tellOf } from "@/lib/billing/auto-top-up/notices";
import {
  beginPaymentStatement,
  limitStatement,
  type NeedRow,
  needStatement,
  type OpenPayment,
} from "@/lib/billing/auto-top-up/payments.sql";
import type { Database, Transaction } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { toDecimal } from "@/lib/money";
import { formatNz, nzMonth } from "@/lib/sms/nz-time";

const DAY_MS = 24 * 3_600_000;

/**
 * Begins a payment for an account whose balance is too low (rules: auto top-up). It writes the payment before Stripe
 * is called. It locks the account, so that only one of several servers begins the payment. If a limit forbids the
 * payment, the account gets one email about it.
 * @returns the payment to make at Stripe, or null.
 */
export function beginAutoPayment(db: Database, accountId: number, now: Date): Promise<OpenPayment | null> {
  return db.transaction(async (tx) => {
    await tx.query(lockAccountStatement(accountId));
    const month = nzMonth(now);
    const [need] = await tx.query<NeedRow>(needStatement(accountId, { now, month: month.start }));
    if (!need) return null;
    const limit = limitOf(need, month.end);
    if (limit) {
      await reachLimit(tx, accountId, { ...limit, amountMicros: need.amountMicros }, now);
      return null;
    }
    const { amountMicros, customerId, methodId } = need;
    const payment = { id: newId(), accountId, amountMicros, customerId, methodId, createdAt: now };
    await tx.query(beginPaymentStatement(payment));
    return payment;
  });
}

type Limit = { kind: "day" | "month"; until: Date };

/** Returns the limit that forbids a payment, or null. The limit of the month ends later and comes first. */
function limitOf(
  { amountMicros, monthMicros, paidMicros, fullSince }: NeedRow,
  monthEnd: Date,
): Limit | null {
  if (paidMicros + amountMicros > monthMicros) return { kind: "month", until: monthEnd };
  return fullSince && { kind: "day", until: new Date(fullSince.getTime() + DAY_MS) };
}

/** Records the limit and its end, and notifies the account. */
async function reachLimit(
  tx: Transaction,
  accountId: number,
  { kind, until, amountMicros }: Limit & { amountMicros: bigint },
  now: Date,
): Promise<void> {
  await tx.query(limitStatement(accountId, kind, until));
  const details = { limit: kind, amountMicros: String(amountMicros), until: formatNz(until) };
  const line = { limit: kind, until: formatNz(until), amount: toDecimal(amountMicros) };
  await tellOf(tx, accountId, { kind: "auto_top_up_limited", details, line }, now);
}

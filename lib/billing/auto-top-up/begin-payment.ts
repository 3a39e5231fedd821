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
 * Begins a payment of an account whose balance is too low (rules: auto top-up): writes it down before Stripe is asked for
 * it. The account is locked, so that of several servers one begins it. Where a limit forbids it, the account is told once
 * of that.
 * @returns the payment to ask Stripe for; null where there is none to make.
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

/** The limit that forbids a payment, if one does. The month's is the later one. */
function limitOf(
  { amountMicros, monthMicros, paidMicros, fullSince }: NeedRow,
  monthEnd: Date,
): Limit | null {
  if (paidMicros + amountMicros > monthMicros) return { kind: "month", until: monthEnd };
  return fullSince && { kind: "day", until: new Date(fullSince.getTime() + DAY_MS) };
}

/** Waits for the limit's end, and tells the account. */
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

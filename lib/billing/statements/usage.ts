import { monthsBefore } from "@/lib/billing/statements/months";
import {
  type BilledSums,
  type RateCodeRow,
  rateCodesStatement,
  rateCodeTotalsStatement,
  usageStatement,
} from "@/lib/billing/statements/usage.sql";
import { paginate } from "@/lib/contracts/base/pagination";
import { type MonthUsage, type RateCodeUsage, USAGE_MONTHS } from "@/lib/contracts/members/billing";
import type { Database } from "@/lib/db/client";
import { toDecimal } from "@/lib/money";
import { nzDate } from "@/lib/sms/nz-time";

const NOTHING_BILLED: BilledSums = { messages: 0n, segments: 0n, netMicros: 0n, gstMicros: 0n };

/** Reads an account's charges for messages in each of the last months, oldest first, from the sums of days. */
export async function readUsage(db: Database, accountId: number, now: Date): Promise<MonthUsage[]> {
  const months = monthsBefore(nzDate(now).slice(0, 7), USAGE_MONTHS);
  const [first = ""] = months;
  const rows = await db.query<BilledSums & { month: string }>(usageStatement(accountId, first));
  const byMonth = new Map(rows.map((row) => [row.month, row]));
  return months.map((month) => ({ month, ...toBilled(byMonth.get(month) ?? NOTHING_BILLED) }));
}

/**
 * Lists one page of an account's charges for messages of one month by rate code and send type, the highest first. The
 * totals include all pages.
 */
export async function listRateCodes(
  db: Database,
  accountId: number,
  asked: { month?: string | undefined; page: number; limit: number },
  now: Date,
): Promise<RateCodeUsage> {
  const month = asked.month ?? nzDate(now).slice(0, 7);
  const { page, limit } = asked;
  const [rows, [totals]] = await Promise.all([
    db.query<RateCodeRow>(rateCodesStatement(accountId, month, { limit, offset: (page - 1) * limit })),
    db.query<BilledSums & { lines: bigint }>(rateCodeTotalsStatement(accountId, month)),
  ]);
  return {
    month,
    rateCodes: rows.map(({ rateCode, sendType, ...sums }) => ({ rateCode, sendType, ...toBilled(sums) })),
    totals: toBilled(totals ?? NOTHING_BILLED),
    pagination: paginate(asked, Number(totals?.lines ?? 0n)),
  };
}

function toBilled({ messages, segments, netMicros, gstMicros }: BilledSums) {
  return {
    messages: Number(messages),
    segments: Number(segments),
    amount: toDecimal(netMicros),
    gst: toDecimal(gstMicros),
    total: toDecimal(netMicros + gstMicros),
  };
}

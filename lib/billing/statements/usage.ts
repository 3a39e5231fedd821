import { monthsBefore } from "@/lib/billing/statements/months";
import { paginate } from "@/lib/contracts/base/pagination";
import { type MonthUsage, type RateCodeUsage, USAGE_MONTHS } from "@/lib/contracts/members/billing";
import type { Database } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { toDecimal } from "@/lib/money";
import { nzDate } from "@/lib/sms/nz-time";

type Sums = { messages: bigint; segments: bigint; netMicros: bigint; gstMicros: bigint };

const NOTHING_BILLED: Sums = { messages: 0n, segments: 0n, netMicros: 0n, gstMicros: 0n };

const SUMS = sql`sum(d.messages)::bigint as messages, sum(d.segments)::bigint as segments,
  sum(d.net_micros)::bigint as "netMicros", sum(d.gst_micros)::bigint as "gstMicros"`;

/** What an account's messages cost in each of the last months, the oldest first; from the days' sums. */
export async function readUsage(db: Database, accountId: number, now: Date): Promise<MonthUsage[]> {
  const months = monthsBefore(nzDate(now).slice(0, 7), USAGE_MONTHS);
  const rows = await db.query<Sums & { month: string }>(sql`
    select to_char(d.day, 'YYYY-MM') as month, ${SUMS} from billing_days d
    where d.account_id = ${accountId} and d.day >= ${`${months[0]}-01`}::date group by 1`);
  const byMonth = new Map(rows.map((row) => [row.month, row]));
  return months.map((month) => ({ month, ...toBilled(byMonth.get(month) ?? NOTHING_BILLED) }));
}

/**
 * What an account's messages of one month cost by rate code and kind of send, the dearest first, one page of them; the
 * totals are of all.
 */
export async function listRateCodes(
  db: Database,
  accountId: number,
  asked: { month?: string | undefined; page: number; limit: number },
  now: Date,
): Promise<RateCodeUsage> {
  const month = asked.month ?? nzDate(now).slice(0, 7);
  type Line = Sums & { rateCode: string | null; sendType: "sms" | "otp" | "appointment" };
  const [rows, [totals]] = await Promise.all([
    db.query<Line>(sql`
      select nullif(d.rate_code, '') as "rateCode", d.send_type as "sendType", ${SUMS} from billing_days d
      where d.account_id = ${accountId} and d.day >= ${`${month}-01`}::date
        and d.day < ${`${month}-01`}::date + interval '1 month'
      group by d.rate_code, d.send_type having sum(d.messages) > 0
      order by sum(d.net_micros) desc, d.rate_code, d.send_type
      limit ${asked.limit} offset ${(asked.page - 1) * asked.limit}`),
    db.query<Sums & { lines: bigint }>(sql`
      select count(*) as lines, coalesce(sum(messages), 0)::bigint as messages,
        coalesce(sum(segments), 0)::bigint as segments, coalesce(sum("netMicros"), 0)::bigint as "netMicros",
        coalesce(sum("gstMicros"), 0)::bigint as "gstMicros"
      from (
        select ${SUMS} from billing_days d
        where d.account_id = ${accountId} and d.day >= ${`${month}-01`}::date
          and d.day < ${`${month}-01`}::date + interval '1 month'
        group by d.rate_code, d.send_type having sum(d.messages) > 0) line`),
  ]);
  return {
    month,
    rateCodes: rows.map(({ rateCode, sendType, ...sums }) => ({ rateCode, sendType, ...toBilled(sums) })),
    totals: toBilled(totals ?? NOTHING_BILLED),
    pagination: paginate(asked, Number(totals?.lines ?? 0n)),
  };
}

function toBilled({ messages, segments, netMicros, gstMicros }: Sums) {
  return {
    messages: Number(messages),
    segments: Number(segments),
    amount: toDecimal(netMicros),
    gst: toDecimal(gstMicros),
    total: toDecimal(netMicros + gstMicros),
  };
}

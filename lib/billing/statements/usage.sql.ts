import { type Sql, sql } from "@/lib/db/sql";

/** The sums of days, money in micro-dollars. */
export type BilledSums = { messages: bigint; segments: bigint; netMicros: bigint; gstMicros: bigint };

/** The sums of one rate code and send type. The code is null for sends without one. */
export type RateCodeRow = BilledSums & { rateCode: string | null; sendType: "sms" | "otp" | "appointment" };

const SUMS = sql`sum(d.messages)::bigint as messages, sum(d.segments)::bigint as segments,
  sum(d.net_micros)::bigint as "netMicros", sum(d.gst_micros)::bigint as "gstMicros"`;

/** Reads an account's charges for messages in each month since a given one, as `YYYY-MM`. */
export function usageStatement(accountId: number, firstMonth: string): Sql {
  return sql`
    select to_char(d.day, 'YYYY-MM') as month, ${SUMS} from billing_days d
    where d.account_id = ${accountId} and d.day >= ${`${firstMonth}-01`}::date group by 1`;
}

/** Reads one page of an account's charges in a month by rate code and send type, the highest first. */
export function rateCodesStatement(
  accountId: number,
  month: string,
  page: { limit: number; offset: number },
): Sql {
  return sql`
    select nullif(d.rate_code, '') as "rateCode", d.send_type as "sendType", ${SUMS} ${linesOf(accountId, month)}
    order by sum(d.net_micros) desc, d.rate_code, d.send_type
    limit ${page.limit} offset ${page.offset}`;
}

/** Counts those rows, as `lines`, and reads the sums of all. */
export function rateCodeTotalsStatement(accountId: number, month: string): Sql {
  return sql`
    select count(*) as lines, coalesce(sum(messages), 0)::bigint as messages,
      coalesce(sum(segments), 0)::bigint as segments, coalesce(sum("netMicros"), 0)::bigint as "netMicros",
      coalesce(sum("gstMicros"), 0)::bigint as "gstMicros"
    from (select ${SUMS} ${linesOf(accountId, month)}) line`;
}

function linesOf(accountId: number, month: string): Sql {
  return sql`
    from billing_days d
    where d.account_id = ${accountId} and d.day >= ${`${month}-01`}::date
      and d.day < ${`${month}-01`}::date + interval '1 month'
    group by d.rate_code, d.send_type having sum(d.messages) > 0`;
}

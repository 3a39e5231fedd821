import type { FigureStep } from "@/lib/contracts/admin/figures";
import { NOTHING, type Sql, sql } from "@/lib/db/sql";
import { NZ_ZONE } from "@/lib/sms/nz-time";

/** New Zealand days, both inclusive, with their first instant and the one after the last; of one account, or of all. */
export type FigureRange = {
  firstDay: string;
  lastDay: string;
  start: Date;
  end: Date;
  accountId: number | null;
};

/** Sums of a time; money in micro-dollars excluding GST. */
export type SumsRow = {
  messages: bigint;
  parts: bigint;
  chargedMicros: bigint;
  refundedMicros: bigint;
  costMicros: bigint;
};

const SUMMED = sql`sum(f.messages)::bigint as messages, sum(f.parts)::bigint as parts,
    sum(f.charged)::bigint as "chargedMicros", sum(f.refunded)::bigint as "refundedMicros",
    sum(f.cost)::bigint as "costMicros"`;

/**
 * The figures of days and accounts, from sums that are kept: billing days, and networks' days. Only lookups and reversals,
 * which are few, are read one by one, by the index of what is no deduction. No message is looked at.
 */
function figures({ firstDay, lastDay, start, end, accountId }: FigureRange): Sql {
  const one = (column: Sql, joined: Sql) =>
    accountId === null ? NOTHING : sql`${joined} ${column} = ${accountId}::int`;
  return sql`
    who as materialized (select a.id from accounts a ${one(sql`a.id`, sql`where`)}),
    figures as (
      select b.account_id, b.day, b.messages, b.segments as parts, b.net_micros as charged, 0::bigint as refunded,
        0::bigint as cost
      from who w cross join lateral (
        select d.account_id, d.day, d.messages, d.segments, d.net_micros from billing_days d
        where d.account_id = w.id and d.day between ${firstDay}::date and ${lastDay}::date offset 0) b
      union all
      select l.account_id, (l.created_at at time zone ${NZ_ZONE})::date, 0, 0,
        case l.kind when 'lookup' then l.net_micros else 0 end, case l.kind when 'reversal' then l.net_micros else 0 end, 0
      from who w cross join lateral (
        select e.account_id, e.created_at, e.kind, e.net_micros from ledger_entries e
        where e.account_id = w.id and e.kind <> 'deduction' and e.kind in ('lookup', 'reversal')
          and e.created_at >= ${start}::timestamptz and e.created_at < ${end}::timestamptz offset 0) l
      union all
      select c.account_id, c.day, 0, 0, 0, 0, c.cost_micros from carrier_days c
      where c.day between ${firstDay}::date and ${lastDay}::date ${one(sql`c.account_id`, sql`and`)}
    )`;
}

export type PeriodRow = SumsRow & { period: string };

/** The sums by period, each named by its first day. A period without any has no row. */
export function periodSumsStatement(range: FigureRange, by: FigureStep): Sql {
  return sql`
    with ${figures(range)}
    select date_trunc(${by}::text, f.day::timestamp)::date::text as period, ${SUMMED} from figures f group by 1`;
}

export type AccountRow = SumsRow & { accountId: number; name: string };

/** The sums by account, at most `limit`: those that were charged most first. */
export function accountSumsStatement(range: FigureRange, limit: number): Sql {
  return sql`
    with ${figures(range)},
    sums as (
      select f.account_id, ${SUMMED} from figures f group by f.account_id
      order by sum(f.charged) desc, f.account_id limit ${limit}
    )
    select s.account_id as "accountId", a.name, s.messages, s.parts, s."chargedMicros", s."refundedMicros", s."costMicros"
    from sums s cross join lateral (select x.name from accounts x where x.id = s.account_id offset 0) a
    order by s."chargedMicros" desc, s.account_id`;
}

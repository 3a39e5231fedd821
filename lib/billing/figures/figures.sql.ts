import type { FigureStep } from "@/lib/contracts/admin/figures";
import { NOTHING, type Sql, sql } from "@/lib/db/sql";
import { NZ_ZONE } from "@/lib/sms/nz-time";

/**
 * The New Zealand days of one account, or of all. The requested days are inclusive at both ends, and the days before
 * them, from `since`, are summed beside them. `start` is the first instant of `since`, and `end` the one after the
 * last day. All accounts exclude those that are `elsewhere`, in another cell.
 */
export type FigureRange = {
  since: string;
  firstDay: string;
  lastDay: string;
  start: Date;
  end: Date;
  accountId: number | null;
  elsewhere?: readonly number[];
};

/** The sums of a period, in micro-dollars excluding GST. */
export type SumsRow = {
  messages: bigint;
  parts: bigint;
  chargedMicros: bigint;
  refundedMicros: bigint;
  costMicros: bigint;
};

const NO_SUMS = {
  messages: sql`0`,
  parts: sql`0`,
  charged: sql`0`,
  refunded: sql`0`,
  cost: sql`0`,
};

/**
 * Sums a source's days by period and by account, and reads the source once for both. Only existing columns are
 * summed: a year may have millions of rows.
 */
function grouped(
  source: Sql,
  has: Partial<typeof NO_SUMS>,
  { firstDay }: Pick<FigureRange, "firstDay">,
  by: FigureStep,
): Sql {
  const { messages, parts, charged, refunded, cost } = { ...NO_SUMS, ...has };
  return sql`
      select s.is_asked, s.period, s.account_id, ${messages} as messages, ${parts} as parts, ${charged} as charged,
        ${refunded} as refunded, ${cost} as cost
      from (
        select r.*, r.day >= ${firstDay}::date as is_asked, date_trunc(${by}::text, r.day::timestamp) as period
        from (${source}) r) s
      group by grouping sets ((s.is_asked, s.period), (s.is_asked, s.account_id))`;
}

/**
 * Returns the sums by period and by account from stored sums: billing days, and the days of networks. Only lookups
 * and reversals, which are few, are read one by one, by the index of entries other than deductions. Messages are not
 * read.
 */
function sums(range: FigureRange, by: FigureStep): Sql {
  const { since, lastDay, start, end, accountId, elsewhere = [] } = range;
  const ofOne = (column: Sql, joined: Sql) =>
    accountId === null ? NOTHING : sql`${joined} ${column} = ${accountId}::int`;
  const isHere = (column: Sql) =>
    elsewhere.length > 0 ? sql`and ${column} <> all(${[...elsewhere]}::int[])` : NOTHING;
  const billed = sql`select d.account_id, d.day, d.messages, d.segments, d.net_micros from billing_days d
          where d.day between ${since}::date and ${lastDay}::date ${ofOne(sql`d.account_id`, sql`and`)}
            ${isHere(sql`d.account_id`)}`;
  const entries = sql`select l.account_id, (l.created_at at time zone ${NZ_ZONE})::date as day, l.kind, l.net_micros
          from (select a.id from accounts a ${ofOne(sql`a.id`, sql`where`)} offset 0) w cross join lateral (
            select e.account_id, e.created_at, e.kind, e.net_micros from ledger_entries e
            where e.account_id = w.id and e.kind <> 'deduction' and e.kind in ('lookup', 'reversal')
              and e.created_at >= ${start}::timestamptz and e.created_at < ${end}::timestamptz
              ${isHere(sql`e.account_id`)} offset 0) l`;
  const spent = sql`select c.account_id, c.day, c.cost_micros from carrier_days c
          where c.day between ${since}::date and ${lastDay}::date ${ofOne(sql`c.account_id`, sql`and`)}
            ${isHere(sql`c.account_id`)}`;
  const ofBilled = {
    messages: sql`sum(s.messages)`,
    parts: sql`sum(s.segments)`,
    charged: sql`sum(s.net_micros)`,
  };
  const ofEntries = {
    charged: sql`sum(case s.kind when 'lookup' then s.net_micros else 0 end)`,
    refunded: sql`sum(case s.kind when 'reversal' then s.net_micros else 0 end)`,
  };
  return sql`
    select g.is_asked, g.period, g.account_id, sum(g.messages)::bigint as messages, sum(g.parts)::bigint as parts,
      sum(g.charged)::bigint as charged, sum(g.refunded)::bigint as refunded, sum(g.cost)::bigint as cost
    from (${grouped(billed, ofBilled, range, by)}
      union all ${grouped(entries, ofEntries, range, by)}
      union all ${grouped(spent, { cost: sql`sum(s.cost_micros)` }, range, by)}) g
    group by g.is_asked, g.period, g.account_id`;
}

/**
 * The sums of a period, named by its first day, or of an account. A month or week that is partly requested and partly
 * before has two rows.
 */
export type FigureRow = SumsRow & {
  period: string | null;
  isAsked: boolean;
  accountId: number | null;
  name: string | null;
};

/**
 * Reads the sums by period, and by account for the requested days. At most `limit` accounts are returned, those with
 * the highest charges first. A period or account without sums has no row.
 */
export function figuresStatement(range: FigureRange, by: FigureStep, limit: number): Sql {
  return sql`
    with sums as (${sums(range, by)}),
    first as (
      select s.* from sums s where s.is_asked and s.account_id is not null
      order by s.charged desc, s.account_id limit ${limit}
    )
    select to_char(s.period, 'YYYY-MM-DD') as period, s.is_asked as "isAsked", s.account_id as "accountId", a.name, s.messages,
      s.parts, s.charged as "chargedMicros", s.refunded as "refundedMicros", s.cost as "costMicros"
    from (select * from sums where account_id is null union all select * from first) s
    left join lateral (select x.name from accounts x where x.id = s.account_id offset 0) a on true
    order by s.account_id is not null, s.charged desc, s.account_id`;
}

/** An account with its name. */
export type NamedRow = { id: number; name: string };

/** Reads an account as `NamedRow`, or no row if it does not exist. */
export function namedAccountStatement(id: number): Sql {
  return sql`select id, name from accounts where id = ${id}`;
}

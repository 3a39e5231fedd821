import { type LedgerKind, STATEMENT_CHARGES, STATEMENT_ENTRIES } from "@/lib/contracts/members/billing";
import { type Sql, sql } from "@/lib/db/sql";

/** The account of a statement, and its current balance. */
export type AccountRow = {
  name: string;
  email: string;
  hasGst: boolean;
  createdAt: Date;
  balanceMicros: bigint;
};

/** Reads an account as `AccountRow`. */
export function statementAccountStatement(accountId: number): Sql {
  return sql`
    select name, email, has_gst as "hasGst", created_at as "createdAt", balance_micros as "balanceMicros"
    from accounts where id = ${accountId}`;
}

/**
 * Sums from a month's beginning until now, separate for the month and for the time after it. The `source` is one of
 * three:
 * - `other`: entries other than deductions, by kind.
 * - `billed`: deductions without a reversal, from the sums of days.
 * - `given-back`: reversed deductions, by the time of the deduction. With `billed` these are all deductions.
 */
export type SumRow = {
  source: "other" | "billed" | "given-back";
  kind: LedgerKind;
  isLater: boolean;
  count: bigint;
  /** Signed as on the balance, including GST. */
  amountMicros: bigint;
  gstMicros: bigint;
};

/**
 * Reads the sums from which the opening and closing balances are computed, backwards from the current balance.
 * Messages may be millions: only the sums of days are read. The other entries are read by the partial index of
 * entries other than deductions.
 */
export function sumsStatement(
  accountId: number,
  month: { start: Date; end: Date; firstDay: string; nextDay: string },
): Sql {
  return sql`
    with other as materialized (
      select e.kind, e.amount_micros, e.gst_micros, e.created_at, e.reverses_id from ledger_entries e
      where e.account_id = ${accountId} and e.kind <> 'deduction' and e.created_at >= ${month.start}::timestamptz
    ), given_back as (
      select d.amount_micros, d.gst_micros, d.created_at
      from other o join ledger_entries d on d.id = o.reverses_id
      where d.created_at >= ${month.start}::timestamptz
    )
    select 'other' as source, kind, created_at >= ${month.end}::timestamptz as "isLater", count(*) as count,
      sum(amount_micros)::bigint as "amountMicros", sum(gst_micros)::bigint as "gstMicros"
    from other group by 2, 3
    union all
    select 'given-back', 'deduction', created_at >= ${month.end}::timestamptz, count(*), sum(amount_micros)::bigint,
      sum(gst_micros)::bigint
    from given_back group by 3
    union all
    select 'billed', 'deduction', d.day >= ${month.nextDay}::date, sum(d.messages)::bigint,
      -sum(d.net_micros + d.gst_micros)::bigint, sum(d.gst_micros)::bigint
    from billing_days d where d.account_id = ${accountId} and d.day >= ${month.firstDay}::date
    group by 3`;
}

/** The charges of one send type and rate code. `lines` is the number of such rows without a limit. */
export type ChargeRow = {
  sendType: "sms" | "otp" | "appointment";
  rateCode: string | null;
  count: bigint;
  netMicros: bigint;
  gstMicros: bigint;
  lines: bigint;
};

/**
 * Reads the deductions of a month by send type and rate code, the highest sum first. Those without a reversal are
 * read from the sums of days, and those that were reversed since are added. A month's charges therefore never change
 * afterwards.
 */
export function chargesStatement(
  accountId: number,
  month: { start: Date; end: Date; firstDay: string; nextDay: string },
): Sql {
  return sql`
    with returned as materialized (
      select e.reverses_id from ledger_entries e
      where e.account_id = ${accountId} and e.kind <> 'deduction' and e.created_at >= ${month.start}::timestamptz
    ), charged as (
      select d.send_type, d.rate_code, d.messages, d.net_micros, d.gst_micros from billing_days d
      where d.account_id = ${accountId} and d.day >= ${month.firstDay}::date and d.day < ${month.nextDay}::date
      union all
      select d.send_type, coalesce(d.rate_code, ''), 1, d.net_micros, d.gst_micros
      from returned r join ledger_entries d on d.id = r.reverses_id
      where d.created_at >= ${month.start}::timestamptz and d.created_at < ${month.end}::timestamptz
    )
    select send_type as "sendType", nullif(rate_code, '') as "rateCode", sum(messages)::bigint as count,
      sum(net_micros)::bigint as "netMicros", sum(gst_micros)::bigint as "gstMicros", count(*) over () as lines
    from charged group by send_type, rate_code having sum(messages) > 0
    order by sum(net_micros) desc, rate_code, send_type limit ${STATEMENT_CHARGES}`;
}

/** A top-up or an adjustment. */
export type EntryRow = {
  id: string;
  at: Date;
  kind: "topup" | "adjustment";
  amountMicros: bigint;
  note: string | null;
};

/** Reads the first top-ups and adjustments of a month, by the partial index of entries other than deductions. */
export function entriesStatement(accountId: number, { start, end }: { start: Date; end: Date }): Sql {
  return sql`
    select e.id, e.created_at as at, e.kind, e.amount_micros as "amountMicros", e.note from ledger_entries e
    where e.account_id = ${accountId} and e.kind <> 'deduction' and e.kind in ('topup', 'adjustment')
      and e.created_at >= ${start} and e.created_at < ${end}
    order by e.created_at, e.id limit ${STATEMENT_ENTRIES}`;
}

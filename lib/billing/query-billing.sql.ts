import { UNTAGGED } from "@/lib/contracts/gateway/billing-query";
import { NOTHING, type Sql, sql } from "@/lib/db/sql";
import { leftJoinMessage } from "@/lib/queue/message-queue.sql";

/** A period between two instants, both inclusive. */
export type Period = { from: Date; until: Date };

/**
 * The parts of a period. Whole New Zealand days are read from their sums, and the rest at its edges from the ledger.
 */
export type PeriodParts = { days: { first: string; last: string } | null; edges: readonly Period[] };

/** The filter: an account, and one rate code or all. */
export type BillingSelection = { accountId: number; rateCode: string | null };

type SendType = "sms" | "otp" | "appointment";

/** The sums of one rate code and send type, in micro-dollars, beside the sums of all of them. */
export type SummaryRow = {
  rateCode: string;
  sendType: SendType;
  messages: bigint;
  segments: bigint;
  netMicros: bigint;
  gstMicros: bigint;
  allRows: bigint;
  allMessages: bigint;
  allSegments: bigint;
  allNetMicros: bigint;
  allGstMicros: bigint;
};

/**
 * Sums a period by rate code and send type, and returns the first `most` rows in order. Returns no rows if nothing
 * was billed.
 */
export function summaryStatement(wanted: BillingSelection, { days, edges }: PeriodParts, most: number): Sql {
  return sql`
    with part as (
      select d.rate_code, d.send_type, d.messages, d.segments, d.net_micros, d.gst_micros
      ${summedDays(wanted, days)}
      union all
      select coalesce(e.rate_code, ''), e.send_type, count(*), sum(e.segments), sum(e.net_micros), sum(e.gst_micros)
      from ${periods(edges)} join ledger_entries e on ${billed(wanted)}
      group by 1, 2
    ), line as (
      select coalesce(nullif(rate_code, ''), ${UNTAGGED}) collate "C" as rate_code, send_type,
        sum(messages)::bigint as messages, sum(segments)::bigint as segments,
        sum(net_micros)::bigint as net_micros, sum(gst_micros)::bigint as gst_micros
      from part group by 1, 2
      -- A day whose messages were all reversed still has a row, without messages.
      having sum(messages) > 0
    -- Materialized: inlined, it would be summed again for every line.
    ), total as materialized (
      select count(*) as lines, sum(messages)::bigint as messages, sum(segments)::bigint as segments,
        sum(net_micros)::bigint as net_micros, sum(gst_micros)::bigint as gst_micros
      from line
    )
    select l.rate_code as "rateCode", l.send_type as "sendType", l.messages, l.segments,
      l.net_micros as "netMicros", l.gst_micros as "gstMicros", t.lines as "allRows", t.messages as "allMessages",
      t.segments as "allSegments", t.net_micros as "allNetMicros", t.gst_micros as "allGstMicros"
    from line l cross join total t order by l.rate_code, l.send_type limit ${most}`;
}

/** Counts the billed messages of each day, newest first. */
export function countDaysStatement(wanted: BillingSelection, days: PeriodParts["days"]): Sql {
  return sql`
    select d.day::text as day, sum(d.messages)::bigint as messages
    ${summedDays(wanted, days)} group by d.day having sum(d.messages) > 0 order by d.day desc`;
}

/** Counts the billed messages of each period. */
export function countEdgesStatement(wanted: BillingSelection, edges: readonly Period[]): Sql {
  return sql`
    select p.from_at as from, p.until_at as until, count(*) as messages
    from ${periods(edges)} join ledger_entries e on ${billed(wanted)} group by 1, 2`;
}

/** A period, and the part of its transactions to read, counted from the newest. */
export type Slice = Period & { skip: number; take: number };

/** One billed message, money in micro-dollars. */
export type TransactionRow = {
  id: string;
  messageId: string;
  /** Both are null after the message was purged. The first is also null for a message without one. */
  customerMessageId: string | null;
  msisdn: string | null;
  sendType: SendType;
  rateCode: string | null;
  segments: number;
  netMicros: bigint;
  gstMicros: bigint;
  createdAt: Date;
};

/** Reads the billed transactions of slices, newest first. Each slice reads only its own part of the index. */
export function transactionsStatement(wanted: BillingSelection, slices: readonly Slice[]): Sql {
  return sql`
    with entry as (
      select e.*
      from unnest(
        ${slices.map(({ from }) => from)}::timestamptz[],
        ${slices.map(({ until }) => until)}::timestamptz[],
        ${slices.map(({ skip }) => skip)}::bigint[],
        ${slices.map(({ take }) => take)}::bigint[]
      ) as p (from_at, until_at, skip, take)
      cross join lateral (
        select e.id, e.message_id, e.send_type, e.rate_code, e.segments, e.net_micros, e.gst_micros, e.created_at
        from ledger_entries e where ${billed(wanted)}
        order by e.created_at desc, e.id desc limit p.take offset p.skip
      ) e
    )
    select e.id, e.message_id as "messageId", m.customer_message_id as "customerMessageId", m.msisdn,
      e.send_type as "sendType", e.rate_code as "rateCode", e.segments, e.net_micros as "netMicros",
      e.gst_micros as "gstMicros", e.created_at as "createdAt"
    from entry e ${leftJoinMessage(sql`e.message_id`)}
    order by e.created_at desc, e.id desc`;
}

function summedDays({ accountId, rateCode }: BillingSelection, days: PeriodParts["days"]): Sql {
  return sql`
    from billing_days d
    where d.account_id = ${accountId} and d.day between ${days?.first ?? null}::date and ${days?.last ?? null}::date
      ${ratedAs(rateCode, sql`d.send_type`, sql`d.rate_code`)}`;
}

function periods(of: readonly Period[]): Sql {
  return sql`unnest(
    ${of.map(({ from }) => from)}::timestamptz[], ${of.map(({ until }) => until)}::timestamptz[]
  ) as p (from_at, until_at)`;
}

/** Returns the condition that the ledger entry `e` is a deduction without a reversal, within the period `p`. */
function billed({ accountId, rateCode }: BillingSelection): Sql {
  return sql`
    e.account_id = ${accountId} and e.created_at between p.from_at and p.until_at and e.kind = 'deduction'
    and not exists (select 1 from ledger_entries r where r.reverses_id = e.id offset 0)
    ${ratedAs(rateCode, sql`e.send_type`, sql`coalesce(e.rate_code, '')`)}`;
}

/**
 * Returns the condition that a row matches a code, or the variants of it that one-time codes and reminders have
 * (rules: billing query). A send with the code `untagged` is reported like one without a code.
 */
function ratedAs(rateCode: string | null, type: Sql, code: Sql): Sql {
  if (rateCode === null) return NOTHING;
  if (rateCode === UNTAGGED) return sql`and ${type} = 'sms' and ${code} in ('', ${UNTAGGED})`;
  return sql`and (${code} = ${rateCode} or (${type} = 'otp' and ${code} = ${`${rateCode}-OTP`})
    or (${type} = 'appointment' and ${code} = ${`${rateCode}-APPT`}))`;
}

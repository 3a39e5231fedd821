import { literal, type Sql, sql } from "@/lib/db/sql";
import { isFinal } from "@/lib/queue/status.sql";
import { NZ_ZONE } from "@/lib/sms/nz-time";

/** The most disagreements that one statement returns. */
const MOST = literal(100);

/**
 * Settings of the transaction of a check. It reads much, so the planner is free, and it changes nothing. A check that
 * exceeds this time fails, so that it does not delay the cleaning of the tables.
 */
export const AUDITING = sql`
  set local transaction_read_only = on; set local enable_seqscan = on; set local enable_bitmapscan = on;
  set local statement_timeout = '25s'`;

/**
 * Reads accounts above `after` whose balance differs from the sum of their entries. Deductions and their reversals
 * are read from the sums of days, so that not every billed message is read.
 */
export function balancesStatement(after: number, limit: number): Sql {
  return sql`
    select a.id, coalesce(o.micros, 0) - coalesce(d.micros, 0) as micros, a.balance_micros as "balanceMicros"
    from (select id, balance_micros from accounts where id > ${after} order by id limit ${limit}) a
    cross join lateral (
      select sum(amount_micros)::bigint as micros from ledger_entries
      where account_id = a.id and kind <> 'deduction' and kind <> 'reversal') o
    cross join lateral (
      select sum(net_micros + gst_micros)::bigint as micros from billing_days where account_id = a.id) d
    order by a.id`;
}

/** An account's balance, and its expected value. */
export type BalanceRow = { id: number; micros: bigint; balanceMicros: bigint };

/** Reads the accounts whose sums of one New Zealand day differ from the deductions without a reversal. */
export function billedDayStatement(day: string): Sql {
  return sql`
    with hours as (
      select ${day}::date::timestamp at time zone ${NZ_ZONE} as begins,
        (${day}::date + 1)::timestamp at time zone ${NZ_ZONE} as ends
    ), entered as (
      select a.id as account_id, e.send_type, coalesce(e.rate_code, '') as rate_code, count(*) as messages,
        sum(e.segments) as segments, sum(e.net_micros) as net_micros, sum(e.gst_micros) as gst_micros
      from hours, accounts a cross join lateral (
        select * from ledger_entries l
        where l.account_id = a.id and l.created_at >= hours.begins and l.created_at < hours.ends
          and l.kind = 'deduction' and not exists (select 1 from ledger_entries r where r.reverses_id = l.id)) e
      group by a.id, e.send_type, coalesce(e.rate_code, '')
    ), billed as (
      select d.* from accounts a cross join lateral (
        select * from billing_days d where d.account_id = a.id and d.day = ${day}::date
          and (d.messages, d.segments, d.net_micros, d.gst_micros) <> (0, 0, 0, 0)) d
    )
    select 'billed-day' as "check", account_id as "accountId", count(*)::int as count,
      min(concat_ws(' ', ${day}::text, send_type, rate_code)) as example
    from entered e full join billed b using (account_id, send_type, rate_code)
    where (e.messages, e.segments, e.net_micros, e.gst_micros)
      is distinct from (b.messages, b.segments, b.net_micros, b.gst_micros)
    group by account_id order by account_id limit ${MOST}`;
}

/** Reads the New Zealand day of the first ledger entry, and of the first billed day: a row, with nulls for none. */
export const FIRST_DAY = sql`
  select least(
    (select min(first.at) from accounts a cross join lateral (
      select min((created_at at time zone ${NZ_ZONE})::date) as at from (
        select created_at from ledger_entries where account_id = a.id order by created_at, id limit 1) e) first),
    (select min(day) from billing_days))::text as day`;

/** Reads the id of the oldest message: a row with null for none. */
export const OLDEST_MESSAGE = sql`select (select id from messages order by id limit 1) as id`;

/** Reads the id of the last of the next `limit` messages above an id. Returns no row if there are fewer. */
export function endOfSliceStatement(after: string, until: string, limit: number): Sql {
  return sql`
    select id from messages where id > ${after}::uuid and id < ${until}::uuid
    order by id offset ${limit - 1} limit 1`;
}

/** Reads the disagreements about the messages with an id above `after` and up to `last`. */
export function messagesStatement(after: string, last: string): Sql {
  const without = (rows: Sql) => sql`${rows} > ${after}::uuid and ${rows} <= ${last}::uuid
        and not exists (select 1 from messages m where m.id = ${rows})`;
  return sql`
    with judged as (
      select m.id, m.account_id, m.status, m.status = 'DELETED' as is_deleted, ${isFinal(sql`m.status`)} as is_final,
        e.id is not null as is_billed,
        e.account_id = m.account_id and e.send_type = m.send_type and e.segments = m.parts as is_billed_so,
        exists (select 1 from ledger_entries r where r.reverses_id = e.id offset 0) as is_returned,
        u.message_id is not null as is_queued, u.paused_at is not null as is_paused,
        exists (select 1 from carrier_submissions s where s.message_id = m.id offset 0) as is_submitted,
        exists (select 1 from delivery_reports d where d.message_id = m.id offset 0) as is_reported,
        exists (select 1 from delivery_reports d where d.message_id = m.id and d.status = 'DELIVRD' offset 0) as is_delivered,
        exists (select 1 from accounts a where a.id = m.account_id) as has_account
      from messages m left join ledger_entries e on e.message_id = m.id and e.kind = 'deduction'
      left join message_queue u on u.account_id = m.account_id and u.accepted_at = m.accepted_at and u.message_id = m.id
      where m.id > ${after}::uuid and m.id <= ${last}::uuid
    ), found as (
      select 'not-billed' as what, account_id, id from judged where not is_billed
      union all select 'billed-otherwise', account_id, id from judged where is_billed and not is_billed_so
      union all select 'returned-otherwise', account_id, id from judged where is_billed and is_returned <> (is_deleted or is_paused)
      union all select 'not-queued', account_id, id from judged where not is_final and not is_queued
      union all select 'queued-twice', account_id, id from judged where is_final and is_queued
      union all select 'not-submitted', account_id, id from judged where is_reported and not is_submitted
      union all select 'not-reported', account_id, id from judged where status = 'DELIVRD' and not is_delivered
      union all select 'no-account', account_id, id from judged where not has_account
      union all select 'no-message', null, message_id from carrier_submissions s where ${without(sql`s.message_id`)}
      union all select 'no-message', null, message_id from delivery_reports d where ${without(sql`d.message_id`)}
      union all select 'no-message', account_id, message_id from webhook_deliveries w
        where ${without(sql`w.message_id`)}
      union all select 'no-message', account_id, message_id from ledger_entries l
        where l.kind = 'deduction' and ${without(sql`l.message_id`)}
    )
    select what as "check", account_id as "accountId", count(*)::int as count, min(id::text) as example
    from found group by what, account_id order by what, account_id limit ${MOST}`;
}

/** Reads the remains of purged messages: submissions, reports and events below an id. */
export function leftBehindStatement(below: string): Sql {
  return sql`
    with found as (
      select null::int as account_id, message_id from carrier_submissions where message_id < ${below}::uuid
      union all select null, message_id from delivery_reports where message_id < ${below}::uuid
      union all select account_id, message_id from webhook_deliveries where message_id < ${below}::uuid
    )
    select 'no-message' as "check", account_id as "accountId", count(*)::int as count, min(message_id::text) as example
    from found group by account_id order by account_id limit ${MOST}`;
}

/**
 * Reads rows of the queue without a message, and entries, billed days and events without an account. The accounts are
 * found by skipping from one to the next in an index.
 */
export const STANDING = sql`
  with recursive named (source, account_id) as (
    select source, case source when 'ledger entry' then (select min(account_id) from ledger_entries)
      when 'billed day' then (select min(account_id) from billing_days)
      else (select min(account_id) from webhook_deliveries) end
    from unnest(array['ledger entry', 'billed day', 'event']) as s (source)
    union all
    select n.source, case n.source
      when 'ledger entry' then (select min(account_id) from ledger_entries where account_id > n.account_id)
      when 'billed day' then (select min(account_id) from billing_days where account_id > n.account_id)
      else (select min(account_id) from webhook_deliveries where account_id > n.account_id) end
    from named n where n.account_id is not null
  ), found as (
    select 'queued-nothing' as what, u.account_id, u.message_id::text as example from message_queue u
    where not exists (
      select 1 from messages m where m.id = u.message_id and m.account_id = u.account_id and m.accepted_at = u.accepted_at)
    union all select 'no-account', n.account_id, n.source from named n
    where n.account_id is not null and not exists (select 1 from accounts a where a.id = n.account_id)
  )
  select what as "check", account_id as "accountId", count(*)::int as count, min(example) as example
  from found group by what, account_id order by what, account_id limit ${MOST}`;

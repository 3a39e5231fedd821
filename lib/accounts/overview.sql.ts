import { MAX_DAYS_AHEAD, MAX_HELD } from "@/lib/contracts/base/values";
import { MAX_PAUSED_MS } from "@/lib/contracts/members/sending/sends";
import { type Sql, sql } from "@/lib/db/sql";
import { joinMessage } from "@/lib/queue/message-queue.sql";
import { NZ_ZONE } from "@/lib/sms/nz-time";

/** The counts of a New Zealand day: sent, failed and waiting messages, and replies. */
export type DayRow = { day: string; sent: bigint; failed: bigint; waiting: bigint; replies: bigint };

const DAY_MS = 24 * 3_600_000;

/**
 * The most days between the acceptance of a message and its resumption: the longest schedule, and then the longest
 * pause.
 */
const LONGEST_WAIT_DAYS = MAX_DAYS_AHEAD + MAX_PAUSED_MS / DAY_MS;

/**
 * Reads for each New Zealand day the sent messages, the failed ones, the ones without an outcome, and the replies.
 * The rest was delivered. The days' sums have the sent messages, `messages_failed_idx` the few failed ones, and the
 * account's part of `message_queue` the waiting ones. Delivered messages, which may be millions, are not read.
 * A deleted message is not counted: its deduction was refunded. A paused message was refunded too, but it waits. A
 * resumed message is charged on another day. Messages of sends that were ever paused are therefore moved to the day
 * of their acceptance. Each day is counted between two positions of an index: to compute the day of each row takes
 * seven times as long.
 * @param days the oldest first.
 */
export function daysStatement(accountId: number, days: readonly string[]): Sql {
  const within = (at: Sql) => sql`${at} >= d.begins and ${at} < d.ends`;
  return sql`
    with once_paused as materialized (
      select case when m.status <> 'DELETED' then m.accepted_at end as sent_at,
        case when r.id is null then e.created_at end as billed_at
      from (select unnest(s.message_ids) as id from bulk_sends s
        where s.account_id = ${accountId} and s.pauses > 0
          and s.accepted_at >= ${days[0]}::date::timestamp at time zone ${NZ_ZONE} - ${LONGEST_WAIT_DAYS}::int * interval '1 day') p
      ${joinMessage(sql`p.id`)}
      left join lateral (
        select id, created_at from ledger_entries where message_id = m.id and kind = 'deduction' offset 0) e on true
      left join lateral (select id from ledger_entries where reverses_id = e.id offset 0) r on true
    )
    select d.day::text as day,
      (select coalesce(sum(b.messages), 0)::bigint from billing_days b
        where b.account_id = ${accountId} and b.day = d.day)
      + (select count(*) filter (where ${within(sql`p.sent_at`)}) - count(*) filter (where ${within(sql`p.billed_at`)})
        from once_paused p) as sent,
      (select count(*) from messages m where m.account_id = ${accountId} and ${within(sql`m.accepted_at`)}
        and m.failed_status in ('UNDELIV', 'FAILED', 'NACKED', 'BLOCKED')) as failed,
      (select count(*) from message_queue u
        where u.account_id = ${accountId} and ${within(sql`u.accepted_at`)}) as waiting,
      (select count(*) from inbound_messages i
        where i.account_id = ${accountId} and ${within(sql`i.received_at`)}) as replies
    from (select g.day, g.day::timestamp at time zone ${NZ_ZONE} as begins,
        (g.day + 1)::timestamp at time zone ${NZ_ZONE} as ends
      from unnest(${days}::date[]) as g (day)) d`;
}

/** The other data of the first page. */
export type FactsRow = {
  balanceMicros: bigint;
  /** The highest alert of a low balance. */
  lowBalanceMicros: bigint | null;
  /** The highest alerts that were sent for today's charges and for this month's. */
  dayPassedMicros: bigint | null;
  monthPassedMicros: bigint | null;
  autoTopUp: "fine" | "paused" | "limited" | null;
  held: bigint;
  pausedWebhooks: ("inbound" | "report" | "further")[];
  hasKey: boolean;
  hasMessage: boolean;
  hadMoney: boolean;
  hasWebhook: boolean;
  hasDomain: boolean;
  hasDomainRequest: boolean;
};

const highestAlert = (condition: Sql) =>
  sql`(select max(u.amount_micros) from usage_alerts u where u.account_id = a.id and ${condition})`;

/** Reads each of these by the index that its table has for an account. */
export function factsStatement(accountId: number, { today, now }: { today: string; now: Date }): Sql {
  return sql`
    select a.balance_micros as "balanceMicros",
      ${highestAlert(sql`u.kind = 'balance'`)} as "lowBalanceMicros",
      ${highestAlert(sql`u.kind = 'day' and u.period_start > ${today}::date`)} as "dayPassedMicros",
      ${highestAlert(sql`u.kind = 'month' and u.period_start > ${today}::date`)} as "monthPassedMicros",
      (select case when t.state = 'paused' then 'paused'
          when t.state = 'on' and t.limit_until > ${now}::timestamptz and a.balance_micros < t.below_micros then 'limited'
          else 'fine' end
        from auto_top_ups t where t.account_id = a.id) as "autoTopUp",
      (select count(*) from (
        select 1 from message_queue u where u.account_id = a.id and u.held limit ${MAX_HELD + 1}) h) as held,
      array(select w.kind::text from webhook_endpoints w
        where w.account_id = a.id and w.paused_at is not null and not w.paused_by_hand
        group by w.kind order by w.kind) as "pausedWebhooks",
      exists (select 1 from api_keys k where k.account_id = a.id) as "hasKey",
      exists (select 1 from messages m where m.account_id = a.id offset 0) as "hasMessage",
      exists (select 1 from ledger_entries l where l.account_id = a.id offset 0) as "hadMoney",
      exists (select 1 from webhook_endpoints w where w.account_id = a.id) as "hasWebhook",
      exists (select 1 from approved_domains d where d.account_id = a.id) as "hasDomain",
      exists (select 1 from domain_requests r where r.account_id = a.id and r.state = 'pending') as "hasDomainRequest"
    from accounts a where a.id = ${accountId}`;
}

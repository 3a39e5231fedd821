import { MAX_HELD } from "@/lib/contracts/members/overview";
import { type Sql, sql } from "@/lib/db/sql";
import { NZ_ZONE } from "@/lib/sms/nz-time";

/** What was sent on a New Zealand day and has not arrived. */
export type DayRow = { day: string; sent: bigint; failed: bigint; waiting: bigint };

/**
 * By New Zealand day: how many messages were sent, how many of them failed and how many have no outcome yet; the rest
 * was delivered. What was sent is in the days' sums; what failed, which is little, in the index `messages_failed_idx`, and
 * what waits in the account's part of `message_queue`: the delivered ones, which may be millions, are not looked
 * at. A deleted message is in none: its deduction was given back.
 */
export function daysStatement(accountId: number, first: { day: string; at: Date }): Sql {
  return sql`
    with billed as (
      select d.day, sum(d.messages)::bigint as sent from billing_days d
      where d.account_id = ${accountId} and d.day >= ${first.day}::date group by d.day
    ), failed as (
      select (m.accepted_at at time zone ${NZ_ZONE})::date as day, count(*) as messages from messages m
      where m.account_id = ${accountId} and m.accepted_at >= ${first.at}
        and m.failed_status in ('UNDELIV', 'FAILED', 'NACKED', 'BLOCKED')
      group by 1
    ), waiting as (
      select (u.accepted_at at time zone ${NZ_ZONE})::date as day, count(*) as messages from message_queue u
      where u.account_id = ${accountId} and u.accepted_at >= ${first.at}
      group by 1
    )
    select b.day::text as day, b.sent, coalesce(f.messages, 0) as failed, coalesce(w.messages, 0) as waiting
    from billed b left join failed f on f.day = b.day left join waiting w on w.day = b.day`;
}

/** The rest of what the first page tells. */
export type FactsRow = {
  balanceMicros: bigint;
  lowBalanceMicros: bigint | null;
  secondFactor: boolean;
  held: bigint;
  pausedWebhooks: ("inbound" | "report")[];
  hasKey: boolean;
  hasMessage: boolean;
  hadMoney: boolean;
  hasWebhook: boolean;
  hasDomain: boolean;
  hasDomainRequest: boolean;
  repliesToday: bigint;
  replies: bigint;
};

/** Each of these by the index that its table has for an account. */
export function factsStatement(accountId: number, since: Date, today: Date): Sql {
  return sql`
    select a.balance_micros as "balanceMicros", a.low_balance_micros as "lowBalanceMicros",
      a.totp_enabled_at is not null as "secondFactor",
      (select count(*) from (
        select 1 from message_queue u where u.account_id = a.id and u.held limit ${MAX_HELD + 1}) h) as held,
      array(select w.kind::text from webhook_endpoints w
        where w.account_id = a.id and w.paused_at is not null order by w.kind) as "pausedWebhooks",
      exists (select 1 from api_keys k where k.account_id = a.id) as "hasKey",
      exists (select 1 from messages m where m.account_id = a.id) as "hasMessage",
      exists (select 1 from ledger_entries l where l.account_id = a.id) as "hadMoney",
      exists (select 1 from webhook_endpoints w where w.account_id = a.id) as "hasWebhook",
      exists (select 1 from approved_domains d where d.account_id = a.id) as "hasDomain",
      exists (select 1 from domain_requests r where r.account_id = a.id and r.state = 'pending') as "hasDomainRequest",
      (select count(*) from inbound_messages i
        where i.account_id = a.id and i.received_at >= ${today}) as "repliesToday",
      (select count(*) from inbound_messages i where i.account_id = a.id and i.received_at >= ${since}) as replies
    from accounts a where a.id = ${accountId}`;
}

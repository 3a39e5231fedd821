import type { Period } from "@/lib/billing/alerts/periods";
import type { AlertKind } from "@/lib/contracts/members/billing";
import { hasKey, NOTHING, type Sql, sql } from "@/lib/db/sql";

/** A crossed alert, with the amount that it was compared with: the balance, or the charges of the period. */
export type CrossedRow = { amountMicros: bigint; actualMicros: bigint };

/** An alert as its account sees it. `periodStart` is the first day that counts for it, as `YYYY-MM-DD`. */
export type AlertRow = {
  id: string;
  kind: AlertKind;
  amountMicros: bigint;
  sentAt: Date | null;
  periodStart: string | null;
};

/** Reads the alerts of an account as `AlertRow`, the lowest amount first. */
export function alertsStatement(accountId: number): Sql {
  return sql`
    select id, kind, amount_micros as "amountMicros", sent_at as "sentAt",
      to_char(period_start, 'YYYY-MM-DD') as "periodStart"
    from usage_alerts where account_id = ${accountId} order by amount_micros`;
}

/** Rearms balance alerts for their next email if the balance is no longer below them. */
export function rearmStatement(): Sql {
  return sql`
    with risen as (
      select u.id from usage_alerts u ${ofActive(sql`u.account_id`)}
      where u.kind = 'balance' and u.sent_at is not null and a.balance_micros >= u.amount_micros
      order by u.id for update of u
    )
    update usage_alerts u set sent_at = null from risen r where ${hasKey(sql`u.id`, sql`r.id`)}`;
}

/** Reads the accounts whose balance has fallen below an armed alert. */
export function lowAccountsStatement(): Sql {
  return sql`select distinct u.account_id as "accountId" ${low(null)}`;
}

/** Marks alerts as sent if the account's balance has fallen below their limit. Returns a row for each. */
export function markLowStatement(accountId: number, now: Date): Sql {
  return sql`
    with crossed as (
      select u.id, a.balance_micros as actual ${low(accountId)} order by u.id for update of u
    )
    update usage_alerts u set sent_at = ${now} from crossed c where ${hasKey(sql`u.id`, sql`c.id`)}
    returning u.amount_micros as "amountMicros", c.actual as "actualMicros"`;
}

const low = (accountId: number | null) => sql`
  from usage_alerts u ${ofActive(sql`u.account_id`)}
  where ${ofAccount(accountId)} u.kind = 'balance' and u.sent_at is null and a.balance_micros < u.amount_micros`;

/** Reads the accounts whose charges in a period have passed an alert that was not sent for the period. */
export function passedAccountsStatement(period: Period): Sql {
  return sql`
    with watched as materialized (
      select u.account_id, min(u.amount_micros) as lowest from usage_alerts u where ${isWatched(period)}
      group by u.account_id
    )
    select w.account_id as "accountId" from watched w ${ofActive(sql`w.account_id`)}
    cross join lateral (${chargedIn(period, sql`w.account_id`)} offset 0) s
    where s.micros > w.lowest`;
}

/** Marks the alerts that an account's charges in a period have passed as sent for it. Returns a row for each. */
export function markPassedStatement(accountId: number, period: Period, now: Date): Sql {
  return sql`
    with charged as materialized (${chargedIn(period, sql`${accountId}::int`)}),
    crossed as (
      select u.id, s.micros from charged s cross join usage_alerts u
      where u.account_id = ${accountId} and ${isWatched(period)} and s.micros > u.amount_micros
      order by u.id for update of u
    )
    update usage_alerts u set sent_at = ${now}, period_start = ${period.nextDay}::date
    from crossed c where ${hasKey(sql`u.id`, sql`c.id`)}
    returning u.amount_micros as "amountMicros", c.micros as "actualMicros"`;
}

/** Ends the watch of periods before a period: no more charges can fall into them. */
export function watchFromStatement(period: Period): Sql {
  return sql`
    with ended as (
      select u.id from usage_alerts u
      where u.kind = ${period.kind}::alert_kind and u.period_start < ${period.firstDay}::date
      order by u.id for update
    )
    update usage_alerts u set period_start = ${period.firstDay}::date
    from ended e where ${hasKey(sql`u.id`, sql`e.id`)}`;
}

const isWatched = ({ kind, firstDay }: Period) =>
  sql`u.kind = ${kind}::alert_kind and u.period_start <= ${firstDay}::date`;

/** Reads an account's charges in a period, including GST: billed messages from the sums of days, and lookups. */
function chargedIn({ firstDay, nextDay, start, end }: Period, accountId: Sql): Sql {
  return sql`
    select (
      coalesce((select sum(d.net_micros + d.gst_micros) from billing_days d
        where d.account_id = ${accountId} and d.day >= ${firstDay}::date and d.day < ${nextDay}::date), 0)
      - coalesce((select sum(e.amount_micros) from ledger_entries e
        where e.account_id = ${accountId} and e.kind <> 'deduction' and e.kind = 'lookup'
          and e.created_at >= ${start}::timestamptz and e.created_at < ${end}::timestamptz), 0)
    )::bigint as micros`;
}

/** Joins the account of an alert if it is active. */
const ofActive = (accountId: Sql) => sql`
  cross join lateral (
    select x.balance_micros from accounts x where x.id = ${accountId} and x.status = 'active' offset 0) a`;

const ofAccount = (accountId: number | null) =>
  accountId === null ? NOTHING : sql`u.account_id = ${accountId} and`;

import { hasKey, prepared, type Sql, sql } from "@/lib/db/sql";
import { enqueueEmails } from "@/lib/email/enqueue.sql";

export type WebhookKind = "inbound" | "report";

/** A delivery that a worker holds, with where it goes now and the sealed secrets it is signed with, newest first. */
export type Claimed = {
  id: string;
  accountId: number;
  kind: WebhookKind;
  body: string;
  attempts: number;
  url: string;
  secret: Buffer | null;
  previousSecret: Buffer | null;
};

/** Attempts under way at one endpoint, and how many more may begin. */
export type Busy = { accountId: number; kind: WebhookKind; underWay: number };

/** Most attempts under way at one endpoint: one while it does not answer as it should. */
const PER_ENDPOINT = 8;

/**
 * Claims due deliveries for a lease, in turns between endpoints: each gives at most as many as may still begin there,
 * so that none, however long its queue or slow its answers, takes the places of the others.
 */
export function claimStatement(now: Date, lease: Date, busy: readonly Busy[], limit: number): Sql {
  return prepared(
    "webhook-claim",
    sql`
    with recursive endpoint as (
      (select account_id, kind from webhook_deliveries where due_at is not null order by account_id, kind limit 1)
      union all
      select n.account_id, n.kind from endpoint p cross join lateral (
        select d.account_id, d.kind from webhook_deliveries d
        where d.due_at is not null and (d.account_id, d.kind) > (p.account_id, p.kind)
        order by d.account_id, d.kind limit 1) n
    ), busy as (
      select * from unnest(
        ${busy.map(({ accountId }) => accountId)}::int[],
        ${busy.map(({ kind }) => kind)}::webhook_kind[],
        ${busy.map(({ underWay }) => underWay)}::int[]
      ) as b (account_id, kind, under_way)
    ), open as materialized (
      select p.account_id, p.kind, e.url,
        case when e.failing_since is null then ${PER_ENDPOINT}::int else 1 end - coalesce(b.under_way, 0) as places
      from endpoint p
      join webhook_endpoints e on e.account_id = p.account_id and e.kind = p.kind and e.paused_at is null
      left join busy b on b.account_id = p.account_id and b.kind = p.kind
      order by random()
    ), due as materialized (
      select d.id, o.url from open o cross join lateral (
        select w.id from webhook_deliveries w
        where w.account_id = o.account_id and w.kind = o.kind and w.due_at <= ${now}
        order by w.due_at, w.id limit greatest(o.places, 0) for update skip locked) d
      limit ${limit}
    )
    update webhook_deliveries w set due_at = ${lease}, attempts = least(w.attempts + 1, 32767)
    from due where ${hasKey(sql`w.id`, sql`due.id`)}
    returning w.id, w.account_id as "accountId", w.kind, w.body, w.attempts, due.url,
      (select a.webhook_secret from accounts a where a.id = w.account_id) as secret,
      (select a.previous_webhook_secret from accounts a
        where a.id = w.account_id and a.previous_secret_until > ${now}) as "previousSecret"`,
  );
}

/** What an attempt came to. `nextAt` null: there will be no other. */
export type Attempted = {
  id: string;
  accountId: number;
  kind: WebhookKind;
  url: string;
  /** Until when it was held; when another worker has it by now, the attempt is not recorded. */
  lease: Date;
  ok: boolean;
  nextAt: Date | null;
  at: Date;
  statusCode: number | null;
  responseBody: string | null;
  error: string | null;
  durationMs: number;
};

/**
 * Records attempts, those of them whose lease is still their own, and what they say of their endpoints: one that has
 * answered well is fine; one that has only failed since `pauseBefore` is paused, and its events are kept. Whoever
 * pauses an endpoint, and nobody else, tells its account by e-mail. Gives the endpoints that were paused.
 */
export function finishStatement(attempts: readonly Attempted[], pauseBefore: Date, now: Date): Sql {
  const each = <Value>(of: (attempt: Attempted) => Value) => attempts.map(of);
  return prepared(
    "webhook-finish",
    sql`
    with attempt as (
      select * from unnest(
        ${each((a) => a.id)}::uuid[], ${each((a) => a.accountId)}::int[], ${each((a) => a.kind)}::webhook_kind[],
        ${each((a) => a.url)}::text[], ${each((a) => a.lease)}::timestamptz[], ${each((a) => a.ok)}::boolean[], ${each((a) => a.nextAt)}::timestamptz[],
        ${each((a) => a.at)}::timestamptz[], ${each((a) => a.statusCode)}::int[],
        ${each((a) => a.responseBody)}::text[], ${each((a) => a.error)}::text[], ${each((a) => a.durationMs)}::int[]
      ) as t (id, account_id, kind, url, lease, ok, next_at, at, status_code, response_body, error, duration_ms)
    ), health as (
      select account_id, kind, url, bool_or(ok) as ok, min(at) as at from attempt group by account_id, kind, url
    ), endpoint as materialized (
      select e.account_id, e.kind, e.paused_at from webhook_endpoints e join health h using (account_id, kind, url)
      order by e.account_id, e.kind for no key update of e
    ), judged as (
      update webhook_endpoints e set
        failing_since = case when h.ok then null else coalesce(e.failing_since, h.at) end,
        paused_at = case
          when h.ok then null
          when e.failing_since <= ${pauseBefore}::timestamptz then coalesce(e.paused_at, ${now}::timestamptz)
          else e.paused_at end
      from health h join endpoint p using (account_id, kind)
      where e.account_id = h.account_id and e.kind = h.kind and e.url = h.url
      returning e.account_id, e.kind, e.url, e.failing_since, e.paused_at,
        -- As it was under the lock: another worker may have paused it at this very instant.
        p.paused_at is null and e.paused_at is not null as is_news
    ), announced as (
      ${enqueueEmails(
        "webhook_paused",
        {
          accountId: sql`j.account_id`,
          details: sql`jsonb_build_object('kind', j.kind, 'url', j.url, 'since', j.failing_since)`,
        },
        sql`judged j`,
        sql`j.is_news`,
        now,
      )}
    ), recorded as (
      update webhook_deliveries w set
        state = case when t.ok then 'delivered' when t.next_at is null then 'failed' else 'pending' end::delivery_state,
        due_at = case when not t.ok and j.paused_at is null then t.next_at end,
        attempted_at = t.at, attempted_url = t.url, response_code = t.status_code, response_body = t.response_body,
        error = t.error, duration_ms = t.duration_ms
      from attempt t left join judged j on j.account_id = t.account_id and j.kind = t.kind and j.url = t.url
      where ${hasKey(sql`w.id`, sql`t.id`)} and w.due_at is not distinct from t.lease
    )
    select account_id as "accountId", kind from judged where is_news`,
  );
}

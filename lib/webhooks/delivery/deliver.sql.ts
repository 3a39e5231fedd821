import { hasKey, literal, prepared, type Sql, sql } from "@/lib/db/sql";
import { enqueueEmails } from "@/lib/email/enqueue.sql";
import type { BusyEndpoint, EndpointClass, FreeSlots } from "@/lib/webhooks/delivery/attempt-slots";
import { type EndpointKey, keyText } from "@/lib/webhooks/endpoint/endpoint-key";
import { liveSecrets } from "@/lib/webhooks/signing/signing-secrets.sql";

/** A delivery that a worker has leased, with its current URL and the encrypted secrets that sign it, newest first. */
export type ClaimedDelivery = EndpointKey & {
  id: string;
  body: string;
  attempts: number;
  /** Its last attempt had less than the whole time. */
  cutShort: boolean;
  url: string;
  class: EndpointClass;
  /** The endpoint's last attempt ended without an answer in time. */
  timedOut: boolean;
  secrets: Buffer[];
  /** The most deliveries that this claim would have leased for the endpoint. */
  most: number;
};

/**
 * The concurrent attempts at an endpoint that answers but is otherwise unknown to this process, and at a slow one.
 */
const USUAL_WINDOW = 8;

/** Returns the busy endpoints as one JSON object. A look-up by key costs the same for any number and any plan. */
function busyByKey(busy: readonly BusyEndpoint[]): string {
  return JSON.stringify(
    Object.fromEntries(
      busy.map(({ isFull, ...known }) => [
        keyText(known),
        isFull ? "full" : [known.inFlight, known.window, known.answers],
      ]),
    ),
  );
}

/** An endpoint whose turn it is, and the most deliveries that are claimed for it. */
export type Turn = EndpointKey & { class: EndpointClass; most: number };

/**
 * Selects the endpoints with due deliveries whose turn it is (rules: webhook fairness), each class within its own
 * slots. Returns a `Turn` for each. A long queue or slow answers of one endpoint do not use the slots of others. A
 * failing or untried endpoint has one attempt at a time. Among failing endpoints, those that answer at all are first,
 * and among the others those with the fewest attempts. Half of the prompt slots go to the endpoints with the latest
 * answers. An answering endpoint then need not wait while others turn out to hang.
 */
export function turnsStatement(now: Date, busy: readonly BusyEndpoint[], free: FreeSlots): Sql {
  return prepared(
    "webhook-turns",
    sql`
    with recursive endpoint as (
      (select account_id, kind, number, due_at from webhook_deliveries where due_at is not null
        order by account_id, kind, number, due_at limit 1)
      union all
      select n.account_id, n.kind, n.number, n.due_at from endpoint p cross join lateral (
        select d.account_id, d.kind, d.number, d.due_at from webhook_deliveries d
        where d.due_at is not null and (d.account_id, d.kind, d.number) > (p.account_id, p.kind, p.number)
        order by d.account_id, d.kind, d.number, d.due_at limit 1) n
    ), known as (
      select p.account_id, p.kind, p.number, e.timed_out, coalesce((p.known -> 0)::int, 0) as under_way,
        coalesce((p.known -> 1)::int, ${literal(USUAL_WINDOW)}) as most, e.answered_at,
        case when e.failing_since is not null then 'failing' when e.answered_at is null then 'untried'
          else coalesce(p.known ->> 2, 'usual') end as class
      from (select *, ${busyByKey(busy)}::jsonb -> (account_id || ' ' || kind || ' ' || number) as known from endpoint
        where due_at <= ${now} offset 0) p
      cross join lateral (select failing_since, answered_at, timed_out from webhook_endpoints
        where account_id = p.account_id and kind = p.kind and number = p.number and paused_at is null limit 1) e
      where p.known is distinct from '"full"'
    ), open as (
      select account_id, kind, number, timed_out, class, under_way, answered_at,
        case when class in ('prompt', 'usual') then most when class = 'slow' then ${literal(USUAL_WINDOW)}
          else 1 end - under_way as places,
        case class when 'prompt' then ${free.prompt}::int when 'usual' then ${free.usual}::int
          when 'slow' then ${free.slow}::int when 'untried' then ${free.untried}::int
          else ${free.failing}::int end as free
      from known
    ), turn as (
      select *, case class when 'prompt' then least(2 * by_chance - 1, 2 * by_answer) else by_chance end as place
      from (
        select o.*, row_number() over (partition by class
            order by timed_out, under_way, case class when 'usual' then answered_at end desc, random()) as by_chance,
          row_number() over (partition by class order by answered_at desc) as by_answer,
          greatest(free / count(*) over (partition by class), 1) as share
        from open o where places > 0) ranked
    )
    select account_id as "accountId", kind, number, class, least(places, share)::int as most from turn where place <= free`,
  );
}

/** Claims due deliveries for a lease, those that have waited longest at each endpoint. */
export function claimStatement(now: Date, lease: Date, turns: readonly Turn[]): Sql {
  const each = <Value>(of: (turn: Turn) => Value) => turns.map(of);
  return prepared(
    "webhook-claim",
    sql`
    with due as materialized (
      select d.id, e.url, t.class, e.timed_out, t.most
      from unnest(
        ${each(({ accountId }) => accountId)}::int[], ${each(({ kind }) => kind)}::webhook_kind[],
        ${each((turn) => turn.number)}::int[], ${each((turn) => turn.class)}::text[], ${each(({ most }) => most)}::int[]
      ) as t (account_id, kind, number, class, most)
      cross join lateral (select url, timed_out from webhook_endpoints
        where account_id = t.account_id and kind = t.kind and number = t.number and paused_at is null limit 1) e
      cross join lateral (
        select w.id from webhook_deliveries w
        where w.account_id = t.account_id and w.kind = t.kind and w.number = t.number and w.due_at <= ${now}
        order by w.due_at, w.id limit t.most for update skip locked) d
    )
    update webhook_deliveries w set due_at = ${lease}, attempts = least(w.attempts + 1, 32767)
    from due where ${hasKey(sql`w.id`, sql`due.id`)}
    returning w.id, w.account_id as "accountId", w.kind, w.number, w.body, w.attempts, w.cut_short as "cutShort",
      due.url, due.class, due.timed_out as "timedOut", due.most,
      ${liveSecrets(sql`w.account_id`, now)} as secrets`,
  );
}

/** Reads the time at which the next delivery becomes due: one row, `at`, null if there is none. */
export function nextDueStatement(now: Date): Sql {
  return sql`select min(due_at) as at from webhook_deliveries where due_at > ${now}`;
}

/** The result of an attempt. If `nextAt` is null, no further attempt follows. */
export type AttemptResult = EndpointKey & {
  id: string;
  url: string;
  /** The end of the delivery's lease. If another worker has leased it since, the attempt is not recorded. */
  lease: Date;
  ok: boolean;
  /** There was no answer in time. */
  timedOut: boolean;
  /** That time was less than the whole. */
  cutShort: boolean;
  nextAt: Date | null;
  at: Date;
  statusCode: number | null;
  responseBody: string | null;
  error: string | null;
  durationMs: number;
};

/**
 * Records attempts whose lease is still valid, and the health of their endpoints. An endpoint with a successful
 * answer is healthy. One that has only failed since `pauseBefore` is paused, and its events are kept. Only the
 * statement that pauses an endpoint enqueues the email. Returns the endpoints that were paused.
 */
export function finishStatement(attempts: readonly AttemptResult[], pauseBefore: Date, now: Date): Sql {
  const each = <Value>(of: (attempt: AttemptResult) => Value) => attempts.map(of);
  return prepared(
    "webhook-finish",
    sql`
    with attempt as (
      select * from unnest(
        ${each((a) => a.id)}::uuid[], ${each((a) => a.accountId)}::int[], ${each((a) => a.kind)}::webhook_kind[],
        ${each((a) => a.number)}::int[], ${each((a) => a.url)}::text[], ${each((a) => a.lease)}::timestamptz[], ${each((a) => a.ok)}::boolean[],
        ${each((a) => a.timedOut)}::boolean[], ${each((a) => a.cutShort)}::boolean[], ${each((a) => a.nextAt)}::timestamptz[],
        ${each((a) => a.at)}::timestamptz[], ${each((a) => a.statusCode)}::int[],
        ${each((a) => a.responseBody)}::text[], ${each((a) => a.error)}::text[], ${each((a) => a.durationMs)}::int[]
      ) as t (id, account_id, kind, number, url, lease, ok, timed_out, cut_short, next_at, at, status_code, response_body, error, duration_ms)
    ), health as (
      select account_id, kind, number, url, bool_or(ok) as ok, bool_or(timed_out) as timed_out, min(at) as at
      from attempt group by account_id, kind, number, url
    ), endpoint as materialized (
      select e.account_id, e.kind, e.number, e.paused_at
      from webhook_endpoints e join health h using (account_id, kind, number, url)
      order by e.account_id, e.kind, e.number for no key update of e
    ), judged as (
      update webhook_endpoints e set
        failing_since = case when h.ok then null else coalesce(e.failing_since, h.at) end,
        answered_at = case when h.ok then h.at else e.answered_at end,
        timed_out = h.timed_out and not h.ok,
        paused_at = case
          when e.paused_by_hand then e.paused_at
          when h.ok then null
          when e.failing_since <= ${pauseBefore}::timestamptz then coalesce(e.paused_at, ${now}::timestamptz)
          else e.paused_at end
      from health h join endpoint p using (account_id, kind, number)
      where e.account_id = h.account_id and e.kind = h.kind and e.number = h.number and e.url = h.url
      returning e.account_id, e.kind, e.number, e.name, e.url, e.failing_since, e.paused_at,
        -- The state under the lock: another worker may have paused it just before.
        p.paused_at is null and e.paused_at is not null as is_news
    ), announced as (
      ${enqueueEmails(
        "webhook_paused",
        {
          accountId: sql`j.account_id`,
          details: sql`jsonb_strip_nulls(jsonb_build_object('kind', j.kind, 'name', j.name, 'url', j.url, 'since', j.failing_since))`,
        },
        { from: sql`judged j`, where: sql`j.is_news` },
        now,
      )}
    ), recorded as (
      update webhook_deliveries w set
        state = case when t.ok then 'delivered' when t.next_at is null then 'failed' else 'pending' end::delivery_state,
        due_at = case when not t.ok and j.paused_at is null then t.next_at end,
        earlier_ended = w.earlier_ended + (w.attempted_at is not null)::int,
        attempted_at = t.at, attempted_url = t.url, response_code = t.status_code, response_body = t.response_body,
        error = t.error, duration_ms = t.duration_ms, cut_short = t.cut_short
      from attempt t left join judged j on j.account_id = t.account_id and j.kind = t.kind and j.number = t.number
        and j.url = t.url
      where ${hasKey(sql`w.id`, sql`t.id`)} and w.due_at is not distinct from t.lease
    )
    select account_id as "accountId", kind, number from judged where is_news`,
  );
}

import { hasKey, prepared, type Sql, sql } from "@/lib/db/sql";
import type { Leased } from "@/lib/queue/leased";
import { isQueueRowOf, NEXT_DUE } from "@/lib/queue/message-queue.sql";
import { keepsQuietHours } from "@/lib/queue/quiet-hours.sql";
import type { DeliveryStatus } from "@/lib/sms/status";
import { enqueueReports, type ReportColumns } from "@/lib/webhooks/report-event.sql";

/**
 * A due message as a worker claims it. `submit`: the worker holds its lease. `blocked`: its recipient has
 * opted out, and it is finished. `postponed`: it is night, and it waits in the queue for the morning. `over`:
 * it has another status already, and is not sent.
 */
export type Claimed = Leased & { fate: "submit" | "blocked" | "postponed" | "over" };

/**
 * The share of a batch for messages that were just accepted, so that a long queue does not delay them
 * (rules: leases).
 */
const FRESH_SHARE = 0.25;

/** How many messages of a batch are those that have waited longest, and how many the newest. */
export function placesOf(batch: number): { waiting: number; fresh: number } {
  const fresh = Math.floor(batch * FRESH_SHARE);
  return { waiting: batch - fresh, fresh };
}

/**
 * Which messages are claimed: a carrier's, at most `limit`, until `lease`. `morning` is when messages to New
 * Zealand may be sent again; null by day. One-time codes never wait.
 */
export type Claiming = {
  carrier: { id: number; name: string };
  limit: number;
  now: Date;
  lease: Date;
  morning: Date | null;
};

/**
 * Claims due messages of one carrier for a lease (rules: leases, second look): those longest due, and the newest of those
 * that were due at once. Messages that may not be sent any more are finished or postponed in the same
 * statement (rules: blocked messages). Joined rows are looked up by an index one by one, whatever number the
 * planner expects.
 */
export function claimStatement({ carrier, limit, now, lease, morning }: Claiming): Sql {
  const { waiting, fresh } = placesOf(limit);
  return prepared(
    "dispatch-claim",
    sql`
    with waiting as materialized (
      select account_id, accepted_at, message_id as id, due_at, unknown_since from message_queue
      where carrier_id = ${carrier.id}::smallint and due_at <= ${now}
      order by due_at, message_id limit ${waiting} for update skip locked
    ), fresh as materialized (
      select account_id, accepted_at, message_id as id, due_at, unknown_since from message_queue
      where carrier_id = ${carrier.id}::smallint and due_at = accepted_at and due_at <= ${now}
      order by due_at desc, message_id desc limit ${fresh} for update skip locked
    ), due as (
      select * from waiting union select * from fresh
    ), judged as materialized (
      select due.*, m.sender, m.msisdn, m.body, m.encoding, m.send_type, m.message_class,
        m.customer_message_id, (select p.network_code from ported_numbers p where p.msisdn = m.msisdn) as network,
        case when m.parts > 1 then (
          select json_agg(json_build_object('part', s.part, 'reference', s.reference) order by s.part)
          from carrier_submissions s
          where s.message_id = due.id and s.carrier = ${carrier.name} and s.state = 'accepted') end as already,
        case
          when m.status <> 'PENDING' then 'over'
          when (select n.active from blocked_numbers n
            where n.account_id = due.account_id and n.msisdn = m.msisdn) then 'blocked'
          when ${morning}::timestamptz is not null and ${keepsQuietHours(sql`m`)} then 'postponed'
          else 'submit'
        end as fate
      from due cross join lateral (select * from messages where id = due.id offset 0) m
    ), leased as (
      update message_queue u set
        due_at = case fate when 'submit' then ${lease}::timestamptz else ${morning}::timestamptz end,
        attempts = case fate when 'submit' then least(u.attempts + 1, 32767) else u.attempts end,
        first_tried_at = case fate when 'submit' then coalesce(u.first_tried_at, ${now}) else u.first_tried_at end,
        unknown_since = case fate when 'submit' then coalesce(u.unknown_since, ${now}) else u.unknown_since end,
        valid_until = case fate when 'submit' then u.valid_until else u.valid_until + (${morning}::timestamptz - ${now}::timestamptz) end
      from judged j where ${isQueueRowOf(sql`j`)} and j.fate in ('submit', 'postponed')
      returning j.*, u.attempts, u.first_tried_at, u.encrypted_body,
        coalesce(u.valid_until, u.first_tried_at + interval '1 day') as valid_until, u.tried
    ), dropped as (
      delete from message_queue u using judged j
      where ${isQueueRowOf(sql`j`)} and j.fate in ('blocked', 'over')
    ), blocked as (
      update messages m set status = 'BLOCKED', status_code = -1, status_at = ${now}::timestamptz,
        blocked_reason = 'unsubscribed'
      from judged j where ${hasKey(sql`m.id`, sql`j.id`)} and j.fate = 'blocked'
      returning m.id, m.account_id, m.customer_message_id
    ), announced as (
      ${enqueueReports(reportOfEnd(sql`b`, BLOCKED, now), sql`blocked b`, sql`true`, now)}
    )
    select id, account_id as "accountId", accepted_at as "acceptedAt", sender, msisdn, body, encoding,
      send_type as "sendType", message_class as "messageClass", network,
      coalesce(already, '[]') as already, valid_until as "validUntil", unknown_since as "unknownSince", tried, encrypted_body as "encryptedBody", attempts, first_tried_at as "firstTriedAt", ${lease}::timestamptz as lease, fate
    from (
      select * from leased
      union all
      select j.*, 0, null, null, null, null from judged j where j.fate in ('blocked', 'over')
    ) claimed order by due_at, id`,
  );
}

/**
 * When the next message in the queue is due, leased ones included, in a row of its own; null for an empty
 * queue.
 */
export function nextDueStatement(): Sql {
  return prepared("dispatch-next", sql`select ${NEXT_DUE} as at`);
}

/** A part as it is recorded, with the carrier's error where it was not taken. */
export type SubmittedPart = {
  part: number;
  reference: string | null;
  state: "accepted" | "refused" | "elsewhere" | "unknown";
  error: string | null;
};

/**
 * What becomes of a leased message, by `carrierId` at another carrier: it is accepted, refused, lost where nobody will know whether the carrier
 * took it, or tried again. `at` is when it was handed over;
 * `isAttempt`, whether that counts; `parts`, what is recorded of its parts, each of `partCount`.
 */
export type Finished = Pick<Leased, "accountId" | "acceptedAt" | "id" | "lease"> & {
  at: Date;
  parts: readonly SubmittedPart[];
  partCount: number;
  isPossibleDuplicate: boolean;
} & (
    | { outcome: "accepted"; partsLeft: number | null }
    | { outcome: "refused" }
    | { outcome: "lost" }
    | { outcome: "again"; retryAt: Date; isAttempt: boolean; unknownSince: Date | null; carrierId?: number }
  );

/** The report code of a message that no network took (rules: report codes). */
const REFUSED_CODE = 16;

/** The report code of a message that perhaps a network took: it is none of a network's. */
const UNKNOWN_CODE = 0;

/** The report of a message that ends without one of a network. */
const ENDED: ReportColumns = {
  accountId: sql`f.account_id`,
  messageId: sql`f.id`,
  status: sql`f.status`,
  statusCode: sql`f.status_code`,
  at: sql`f.status_at`,
  carrier: sql`null`,
  carrierReference: sql`null`,
  customerMessageId: sql`f.customer_message_id`,
  blockedReason: sql`null`,
};

/**
 * Records the answers for leased messages. A message whose lease another worker has taken over is left alone.
 * The row says how many were written.
 */
export function finishStatement(finished: readonly Finished[], carrier: string, now: Date): Sql {
  const each = <Value>(of: (message: Finished) => Value) => finished.map(of);
  const parts = finished.flatMap(({ id, partCount, parts }) =>
    parts.map((part) => ({ id, partCount, ...part })),
  );
  const ofParts = <Value>(of: (part: (typeof parts)[number]) => Value) => parts.map(of);
  return prepared(
    "dispatch-finish",
    sql`
    with given as (
      select * from unnest(
        ${each(({ accountId }) => accountId)}::int[],
        ${each(({ acceptedAt }) => acceptedAt)}::timestamptz[],
        ${each(({ id }) => id)}::uuid[],
        ${each(({ lease }) => lease)}::timestamptz[],
        ${each(({ at }) => at)}::timestamptz[],
        ${each(({ outcome }) => outcome)}::text[],
        ${each((f) => (f.outcome === "again" ? f.retryAt : null))}::timestamptz[],
        ${each((f) => f.outcome === "again" && !f.isAttempt)}::boolean[],
        ${each((f) => (f.outcome === "accepted" ? f.partsLeft : null))}::smallint[],
        ${each((f) => (f.outcome === "again" ? f.unknownSince : null))}::timestamptz[],
        ${each(({ isPossibleDuplicate }) => isPossibleDuplicate)}::boolean[],
        ${each((f) => (f.outcome === "again" ? (f.carrierId ?? null) : null))}::smallint[]
      ) as g (account_id, accepted_at, id, lease, at, outcome, retry_at, is_uncounted, parts_left, unknown_since,
        is_duplicate, carrier_id)
    ), part as (
      select * from unnest(
        ${ofParts(({ id }) => id)}::uuid[],
        ${ofParts(({ part }) => part)}::smallint[],
        ${ofParts(({ partCount }) => partCount)}::smallint[],
        ${ofParts(({ reference }) => reference && storable(reference))}::text[],
        ${ofParts(({ state }) => state)}::submission_state[],
        ${ofParts(({ error }) => error && storable(error))}::text[]
      ) as p (id, part, part_count, reference, state, error)
    ), kept as (
      update message_queue u set due_at = g.retry_at, attempts = u.attempts - g.is_uncounted::int,
        encrypted_body = case when g.outcome = 'again' then u.encrypted_body end, parts_left = g.parts_left,
        unknown_since = g.unknown_since, carrier_id = coalesce(g.carrier_id, u.carrier_id),
        tried = case when g.carrier_id is null then u.tried else u.tried || u.carrier_id end
      from given g where ${isQueueRowOf(sql`g`)} and u.due_at is not distinct from g.lease and g.outcome <> 'refused'
      returning g.id, g.at, u.attempts, g.outcome, g.is_duplicate
    ), dropped as (
      delete from message_queue u using given g
      where ${isQueueRowOf(sql`g`)} and u.due_at is not distinct from g.lease and g.outcome = 'refused'
      returning g.id, g.at, u.attempts, g.outcome, g.is_duplicate
    ), taken as (
      insert into carrier_submissions (message_id, attempt, part, part_count, carrier, reference, submitted_at, state,
        error, possible_duplicate)
      select w.id, w.attempts, p.part, p.part_count, ${carrier}, p.reference, w.at, p.state, p.error, w.is_duplicate
      from part p join (select * from kept union all select * from dropped) w on w.id = p.id
      on conflict do nothing
    ), ended as (
      update messages m set status = e.status, status_code = e.code, status_at = e.at
      from (
        select id, at, 'FAILED'::delivery_status as status, ${REFUSED_CODE}::smallint as code from dropped
        union all select id, at, 'UNKNOWN', ${UNKNOWN_CODE}::smallint from kept where outcome = 'lost') e
      where ${hasKey(sql`m.id`, sql`e.id`)}
      returning m.id, m.account_id, m.customer_message_id, m.status, m.status_code, m.status_at
    ), announced as (
      ${enqueueReports(ENDED, sql`ended f`, sql`true`, now)}
    )
    select (select count(*) from kept)::int + (select count(*) from dropped)::int as written`,
  );
}

/** A message that waits for a carrier which takes nothing. */
export type StrandedRow = Pick<Leased, "id" | "accountId" | "acceptedAt" | "sender" | "msisdn" | "sendType"> &
  Pick<Leased, "messageClass" | "network" | "tried"> & { dueAt: Date };

/**
 * Messages that are due at a carrier, from behind a place in its queue, at most `limit`, locked. What the carrier
 * perhaps has stays with it.
 */
export function findStrandedStatement(
  carrierId: number,
  now: Date,
  after: { at: Date; id: string },
  limit: number,
): Sql {
  return prepared(
    "find-stranded",
    sql`
    select u.message_id as id, u.account_id as "accountId", u.accepted_at as "acceptedAt", u.due_at as "dueAt", u.tried,
      m.sender, m.msisdn, m.send_type as "sendType", m.message_class as "messageClass",
      (select p.network_code from ported_numbers p where p.msisdn = m.msisdn) as network
    from (
      select * from message_queue
      where carrier_id = ${carrierId}::smallint and due_at <= ${now}::timestamptz and unknown_since is null
        and (due_at, message_id) > (${after.at}::timestamptz, ${after.id}::uuid)
      order by due_at, message_id limit ${limit} for update skip locked) u
    cross join lateral (select * from messages where id = u.message_id offset 0) m
    order by u.due_at, u.message_id`,
  );
}

/** Gives due messages of one carrier to others. */
export function moveStatement(moves: readonly { row: StrandedRow; carrierId: number }[]): Sql {
  return prepared(
    "move-stranded",
    sql`
    update message_queue u set carrier_id = g.carrier_id
    from unnest(
      ${moves.map(({ row }) => row.accountId)}::int[], ${moves.map(({ row }) => row.acceptedAt)}::timestamptz[],
      ${moves.map(({ row }) => row.id)}::uuid[], ${moves.map(({ carrierId }) => carrierId)}::smallint[]
    ) as g (account_id, accepted_at, id, carrier_id)
    where ${isQueueRowOf(sql`g`)}`,
  );
}

/** An overdue message that was leased because its validity is over. */
export type ExpiredRow = Pick<Leased, "accountId" | "acceptedAt" | "id" | "lease"> & { carrierId: number };

/**
 * Leases messages whose validity is over, of the first `limit` overdue ones of each carrier: one that is down
 * claims none itself. What may be with a carrier is left to the claim that looks at it.
 */
export function claimExpiredStatement(now: Date, lease: Date, limit: number): Sql {
  return sql`
    with expired as materialized (
      select q.* from (select 0 as id union all select id from carriers) c
      cross join lateral (
        select account_id, accepted_at, message_id as id, valid_until, unknown_since from message_queue
        where carrier_id = c.id and due_at <= ${now}::timestamptz
        order by due_at, message_id limit ${limit} for update skip locked) q
      where q.valid_until <= ${now}::timestamptz and q.unknown_since is null
    )
    update message_queue u set due_at = ${lease}::timestamptz from expired e where ${isQueueRowOf(sql`e`)}
    returning e.id, e.account_id as "accountId", e.accepted_at as "acceptedAt", u.due_at as lease,
      u.carrier_id as "carrierId"`;
}

/** Returns leased messages to the queue as if they had just been accepted; any worker may claim them. */
export function returnToQueueStatement(messages: readonly Leased[]): Sql {
  return sql`
    update message_queue u set due_at = u.accepted_at, attempts = u.attempts - 1, unknown_since = null,
      first_tried_at = case when u.attempts > 1 then u.first_tried_at end
    from ${keysOf(messages)}
    where ${isQueueRowOf(sql`g`)} and u.due_at is not distinct from g.lease`;
}

/** Moves the end of leases that are still the caller's to `lease`; a row with the id of each. */
export function renewStatement(messages: readonly Leased[], lease: Date): Sql {
  return prepared(
    "dispatch-renew",
    sql`
    update message_queue u set due_at = ${lease}::timestamptz from ${keysOf(messages)}
    where ${isQueueRowOf(sql`g`)} and u.due_at is not distinct from g.lease returning g.id`,
  );
}

/** The keys and leases of messages, as the table `g`. */
function keysOf(messages: readonly Leased[]): Sql {
  return sql`unnest(
      ${messages.map(({ accountId }) => accountId)}::int[],
      ${messages.map(({ acceptedAt }) => acceptedAt)}::timestamptz[],
      ${messages.map(({ id }) => id)}::uuid[],
      ${messages.map(({ lease }) => lease)}::timestamptz[]
    ) as g (account_id, accepted_at, id, lease)`;
}

/** The status of a message that no network has seen. */
type End = { status: DeliveryStatus; code: number; blockedReason: Sql };

const BLOCKED: End = { status: "BLOCKED", code: -1, blockedReason: sql`'unsubscribed'` };

/** The report of messages that ended so, of the rows of `table`. */
function reportOfEnd(table: Sql, { status, code, blockedReason }: End, now: Date): ReportColumns {
  return {
    accountId: sql`${table}.account_id`,
    messageId: sql`${table}.id`,
    status: sql`${status}::text`,
    statusCode: sql`${code}::int`,
    at: sql`${now}::timestamptz`,
    carrier: sql`null`,
    carrierReference: sql`null`,
    customerMessageId: sql`${table}.customer_message_id`,
    blockedReason,
  };
}

/** A network's text without characters that PostgreSQL refuses: one odd reference must not fail a batch. */
export function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

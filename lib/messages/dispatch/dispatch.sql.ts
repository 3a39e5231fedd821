import { type Months, namedFor, within } from "@/lib/db/partitions/months.sql";
import { hasKey, NOTHING, prepared, type Sql, sql } from "@/lib/db/sql";
import type { LeasedMessage } from "@/lib/queue/leased";
import {
  AFTER_MESSAGES,
  isQueueRowOf,
  joinMessage,
  leftJoinMessage,
  lockedMessages,
  NEXT_DUE,
} from "@/lib/queue/message-queue.sql";
import { keepsQuietHours } from "@/lib/queue/quiet-hours.sql";
import { isOver } from "@/lib/queue/status.sql";
import type { DeliveryStatus } from "@/lib/sms/status";
import { enqueueReports, type ReportColumns } from "@/lib/webhooks/report-event.sql";

/**
 * A due message that a worker has claimed, with its lease and its fate.
 * - `submit`: it is handed over.
 * - `blocked`: its recipient has opted out, and it is to be finished.
 * - `postponed`: it is night, and it waits in the queue for the morning.
 * - `over`: it has another status already, and is not sent. For a message with parts only a final status counts: one
 *   part may be reported on before the others are submitted.
 */
export type ClaimedMessage = LeasedMessage & { fate: "submit" | "blocked" | "postponed" | "over" };

/** A row of a claim: a message, or null if none is claimed. `isMore` is set if messages of other months are due. */
export type ClaimRow = (ClaimedMessage | { id: null }) & { isMore: boolean };

/**
 * The share of a batch for messages that were just accepted, so that a long queue does not delay them
 * (rules: leases).
 */
const FRESH_SHARE = 0.25;

/** Returns the numbers of a batch's messages that have waited longest, and of the newest. */
export function placesOf(batch: number): { waiting: number; fresh: number } {
  const fresh = Math.floor(batch * FRESH_SHARE);
  return { waiting: batch - fresh, fresh };
}

/**
 * The messages to claim: those of a carrier, at most `limit`, until `lease`. `morning` is the end of the night for
 * messages to New Zealand; null by day. One-time codes never wait. `onlyBegun` limits the claim to messages that the
 * carrier has in part, or may have.
 */
export type Claiming = {
  carrier: { id: number; name: string };
  limit: number;
  now: Date;
  lease: Date;
  morning: Date | null;
  onlyBegun: boolean;
  /** The months in which messages are searched. */
  months: Months | null;
};

/**
 * Claims due messages of one carrier for a lease (rules: leases, second look). It claims those that have waited
 * longest, and the newest of those that were due at once. At night it also postpones messages that wait for the
 * morning. Messages of other months are left and reported. It returns a `ClaimRow` for each message, and one for
 * none. Joined rows are looked up by an index one by one, for any number that the planner expects.
 */
export function claimStatement({ carrier, limit, now, lease, morning, onlyBegun, months }: Claiming): Sql {
  // Messages that a carrier has begun are not fresh.
  const { waiting, fresh } = onlyBegun ? { waiting: limit, fresh: 0 } : placesOf(limit);
  const andBegun = onlyBegun ? sql`and begun` : NOTHING;
  return prepared(
    namedFor(months, onlyBegun ? "dispatch-claim-begun" : "dispatch-claim"),
    sql`
    with waiting as materialized (
      select account_id, accepted_at, message_id as id, due_at, unknown_since, first_tried_at is not null as was_tried from message_queue
      where carrier_id = ${carrier.id}::smallint and due_at <= ${now} ${andBegun}
      order by due_at, message_id limit ${waiting} for update skip locked
    ), fresh as materialized (
      select account_id, accepted_at, message_id as id, due_at, unknown_since, first_tried_at is not null as was_tried from message_queue
      where carrier_id = ${carrier.id}::smallint and due_at = accepted_at and due_at <= ${now}
      order by due_at desc, message_id desc limit ${fresh} for update skip locked
    ), due as (
      select * from waiting union select * from fresh
    ), judged as materialized (
      select due.*, m.sender, m.msisdn, m.body, m.encoding, m.send_type, m.message_class,
        m.customer_message_id, (select p.network_code from ported_numbers p where p.msisdn = m.msisdn) as network,
        case when m.parts > 1 then (
          select json_agg(json_build_object('part', s.part, 'reference', s.reference, 'partCount', s.part_count) order by s.part)
          from carrier_submissions s
          where s.message_id = due.id ${within(months, sql`s.message_id`)} and s.carrier = ${carrier.name}
            and s.state in ('accepted', 'delivered')) end as already,
        case
          when m.id is null then 'elsewhere'
          when ${isOver(sql`due.was_tried`, months)} then 'over'
          when (select n.active from blocked_numbers n
            where n.account_id = due.account_id and n.msisdn = m.msisdn) then 'blocked'
          when ${morning}::timestamptz is not null and ${keepsQuietHours(sql`m`)} then 'postponed'
          else 'submit'
        end as fate
      from due ${months === null ? joinMessage(sql`due.id`) : leftJoinMessage(sql`due.id`, months)}
    ), leased as (
      update message_queue u set
        due_at = case fate when 'postponed' then ${morning}::timestamptz else ${lease}::timestamptz end,
        attempts = case fate when 'submit' then least(u.attempts + 1, 32767) else u.attempts end,
        first_tried_at = case fate when 'submit' then coalesce(u.first_tried_at, ${now}) else u.first_tried_at end,
        unknown_since = case fate when 'submit' then coalesce(u.unknown_since, ${now}) else u.unknown_since end,
        unknown_msisdn = case fate when 'submit' then null else u.unknown_msisdn end,
        valid_until = case fate when 'postponed' then u.valid_until + (${morning}::timestamptz - ${now}::timestamptz)
          else u.valid_until end
      from judged j where fate <> 'elsewhere' and ${isQueueRowOf(sql`j`)}
      returning j.*, u.attempts, u.first_tried_at, u.encrypted_body,
        coalesce(u.valid_until, u.first_tried_at + interval '1 day') as valid_until, u.tried, u.delivery_window, u.put_off
    )
    select id, account_id as "accountId", accepted_at as "acceptedAt", sender, msisdn, body, encoding,
      send_type as "sendType", message_class as "messageClass", network,
      coalesce(already, '[]') as already, valid_until as "validUntil", unknown_since as "unknownSince", tried, delivery_window as "window", put_off as "putOff", encrypted_body as "encryptedBody", attempts, first_tried_at as "firstTriedAt", ${lease}::timestamptz as lease,
      fate, "isMore"
    from (select exists (select from judged where fate = 'elsewhere') as "isMore") e left join leased on true
    order by due_at, id`,
  );
}

/**
 * Removes claimed messages that are not sent from the queue, and finishes blocked ones (rules: blocked messages). A
 * message whose lease another worker has taken over is skipped.
 */
export function dropStatement(claimed: readonly ClaimedMessage[], now: Date): Sql {
  return sql`
    with given as (
      select * from ${keysOf(claimed, sql`, ${claimed.map(({ fate }) => fate === "blocked")}::boolean[]`, sql`, is_blocked`)}
    ), ${lockedMessages(sql`(select * from given where is_blocked)`)}, dropped as (
      delete from message_queue u using given g
      where ${AFTER_MESSAGES} and ${isQueueRowOf(sql`g`)} and u.due_at is not distinct from g.lease
      returning g.id, g.is_blocked
    ), blocked as (
      update messages m set status = 'BLOCKED', status_code = -1, status_at = ${now}::timestamptz,
        blocked_reason = 'unsubscribed'
      from dropped d where ${hasKey(sql`m.id`, sql`d.id`)} and d.is_blocked
      returning m.id, m.account_id, m.customer_message_id, m.sender
    )
    ${enqueueReports(reportOfEnd(sql`b`, BLOCKED, now), sql`blocked b`, sql`true`, now)}`;
}

/**
 * Reads the time at which the next message in the queue is due, including leased ones, in one row; null for an empty
 * queue.
 */
export function nextDueStatement(): Sql {
  return prepared("dispatch-next", sql`select ${NEXT_DUE} as at`);
}

/**
 * An overdue message that was leased because its validity is over. `perhapsAt` names the carrier that may have it.
 */
export type ExpiredRow = Pick<LeasedMessage, "accountId" | "acceptedAt" | "id" | "lease"> & {
  perhapsAt: string | null;
};

/**
 * The search for overdue messages: the end of their lease, and the number of overdue messages that are read of each
 * carrier. `removed` are deleted carriers.
 */
export type ExpirySearch = {
  now: Date;
  unknownDueBy: Date;
  lease: Date;
  limit: number;
  removed: readonly number[];
};

/**
 * Leases messages whose validity is over, from the first overdue ones of each carrier: a carrier that is down claims
 * none itself. Messages that may be with a carrier are left to the claims of that carrier until `unknownDueBy`. The
 * simulator always claims.
 */
export function claimExpiredStatement(search: ExpirySearch): Sql {
  const { now, unknownDueBy, lease, limit, removed } = search;
  return sql`
    with expired as materialized (
      select q.*, case when q.unknown_since is not null then c.name end as perhaps_at
      from (select 0 as id, null as name union all select id, name from carriers
        union all select unnest(${[...removed]}::smallint[]), 'removed') c
      cross join lateral (
        select account_id, accepted_at, message_id as id, due_at, valid_until, unknown_since from message_queue
        where carrier_id = c.id and due_at <= ${now}::timestamptz
        order by due_at, message_id limit ${limit} for update skip locked) q
      where q.valid_until <= ${now}::timestamptz and (q.unknown_since is null
        or c.id > 0 and q.due_at <= ${unknownDueBy}::timestamptz and (
          select not ${isOver(sql`true`)} from messages m where m.id = q.id))
    )
    update message_queue u set due_at = ${lease}::timestamptz from expired e where ${isQueueRowOf(sql`e`)}
    returning e.id, e.account_id as "accountId", e.accepted_at as "acceptedAt", u.due_at as lease,
      e.perhaps_at as "perhapsAt"`;
}

/** Returns leased messages to the queue as if they had just been accepted: any worker may claim them. A row has the `id` of each. */
export function returnToQueueStatement(messages: readonly LeasedMessage[]): Sql {
  return sql`
    update message_queue u set due_at = u.accepted_at, attempts = u.attempts - 1, unknown_since = null,
      first_tried_at = case when u.attempts > 1 then u.first_tried_at end
    from ${keysOf(messages)}
    where ${isQueueRowOf(sql`g`)} and u.due_at is not distinct from g.lease returning g.id`;
}

/** Extends the leases that the caller still has until `lease`. Returns a row with the id of each. */
export function renewStatement(messages: readonly LeasedMessage[], lease: Date): Sql {
  return prepared(
    "dispatch-renew",
    sql`
    update message_queue u set due_at = ${lease}::timestamptz from ${keysOf(messages)}
    where ${isQueueRowOf(sql`g`)} and u.due_at is not distinct from g.lease returning g.id`,
  );
}

/** Returns the keys and leases of messages, as the table `g`, which may have further columns. */
function keysOf(messages: readonly LeasedMessage[], further = NOTHING, names = NOTHING): Sql {
  return sql`unnest(
      ${messages.map(({ accountId }) => accountId)}::int[],
      ${messages.map(({ acceptedAt }) => acceptedAt)}::timestamptz[],
      ${messages.map(({ id }) => id)}::uuid[],
      ${messages.map(({ lease }) => lease)}::timestamptz[]${further}
    ) as g (account_id, accepted_at, id, lease${names})`;
}

/** The status of a message that no network has received. */
type End = { status: DeliveryStatus; code: number; blockedReason: Sql };

const BLOCKED: End = { status: "BLOCKED", code: -1, blockedReason: sql`'unsubscribed'` };

/** Returns the columns of a report about messages with this end, for the rows of `table`. */
function reportOfEnd(table: Sql, { status, code, blockedReason }: End, now: Date): ReportColumns {
  return {
    accountId: sql`${table}.account_id`,
    messageId: sql`${table}.id`,
    status: sql`${status}::text`,
    statusCode: sql`${code}::int`,
    at: sql`${now}::timestamptz`,
    carrier: sql`null`,
    carrierReference: sql`null`,
    sender: sql`${table}.sender`,
    customerMessageId: sql`${table}.customer_message_id`,
    blockedReason,
  };
}

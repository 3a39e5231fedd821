import { hasKey, prepared, type Sql, sql } from "@/lib/db/sql";
import { storable } from "@/lib/db/storable";
import { addToCarrierDays } from "@/lib/messages/networks/carrier-days.sql";
import type { Leased } from "@/lib/queue/leased";
import { isQueueRowOf } from "@/lib/queue/message-queue.sql";
import { enqueueReports, type ReportColumns } from "@/lib/webhooks/report-event.sql";

/** A part as it is recorded, with the carrier's error where it was not taken. */
export type SubmittedPart = {
  part: number;
  reference: string | null;
  state: "accepted" | "refused" | "elsewhere" | "unknown";
  error: string | null;
  /** What the network charges for it (rules: carrier costs); null where nobody has said. */
  costMicros: bigint | null;
};

/**
 * What becomes of a leased message: it is accepted, refused, lost where nobody will know whether the carrier took
 * it, or tried again, by `carrierId` at another carrier. `at` is when it was handed over; `isAttempt`, whether that
 * counts; `parts`, what is recorded of its parts, each of `partCount`.
 */
export type Finished = Pick<Leased, "accountId" | "acceptedAt" | "id" | "lease"> & {
  at: Date;
  parts: readonly SubmittedPart[];
  partCount: number;
  /** Whether the carrier took parts of it at an earlier attempt. */
  hasEarlierParts: boolean;
  isPossibleDuplicate: boolean;
  /** How long the carrier took to answer; null where it did not, or was not asked. */
  answerMs: number | null;
} & (
    | { outcome: "accepted"; partsLeft: number | null }
    | { outcome: "refused" }
    | { outcome: "lost" }
    | Again
  );

/** A message that is tried again; with `heldFor`, one that is held since the carrier perhaps took it. */
type Again = {
  outcome: "again";
  retryAt: Date;
  isAttempt: boolean;
  unknownSince: Date | null;
  putOff: number;
} & {
  carrierId?: number;
  heldFor?: HeldFor;
};

/** The handset that a held message is for, when the carrier may have got it first, and what a part of it costs. */
export type HeldFor = { msisdn: string; since: Date; costMicros: bigint | null };

/** Whether the carrier that it is tried at again has a part of it, or perhaps has it. */
function hasBegun(finished: Finished): boolean {
  if (finished.outcome !== "again" || finished.carrierId !== undefined) return false;
  const { hasEarlierParts, unknownSince, parts } = finished;
  return hasEarlierParts || unknownSince !== null || parts.some(({ state }) => state === "accepted");
}

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
  sender: sql`f.sender`,
  customerMessageId: sql`f.customer_message_id`,
  blockedReason: sql`null`,
};

/**
 * How many parts of messages are delivered that were submitted by earlier attempts. Their rows are locked: a
 * report that is written at the same time is counted here, or counts down after this statement.
 */
function deliveredBefore(finished: readonly Finished[]): Sql {
  const ids = finished.filter((f) => f.outcome === "accepted" && f.hasEarlierParts).map(({ id }) => id);
  return sql`
      select message_id as id, (count(*) filter (where state = 'delivered'))::smallint as parts
      from (
        select message_id, state from carrier_submissions where message_id = any(${ids}::uuid[])
        order by message_id, attempt, part for update) s
      group by message_id`;
}

/**
 * The messages of which the carrier took parts now, and what it charges for these, also of messages that it refused then;
 * after all that locks messages.
 */
const TAKEN = sql`select w.at, w.account_id, w.id, not w.has_earlier_parts as is_first, c.cost_micros
      from (select * from kept union all select * from dropped) w join (
        select message_id, sum(cost_micros)::bigint as cost_micros from taken
        where state = 'accepted' group by message_id) c on c.message_id = w.id
      where (select count(*) from ended) >= 0`;

/**
 * Records the answers for leased messages. A message whose lease another worker has taken over is left alone:
 * a row with the id of each.
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
        ${each((f) => (f.outcome === "again" ? (f.carrierId ?? null) : null))}::smallint[],
        ${each((f) => (f.outcome === "again" ? (f.heldFor?.msisdn ?? null) : null))}::text[],
        ${each((f) => (f.outcome === "again" ? (f.heldFor?.costMicros ?? null) : null))}::bigint[],
        ${each(({ hasEarlierParts }) => hasEarlierParts)}::boolean[],
        ${each((f) => (f.outcome === "again" && f.carrierId === undefined ? f.putOff : 0))}::smallint[],
        ${each(hasBegun)}::boolean[]
      ) as g (account_id, accepted_at, id, lease, at, outcome, retry_at, is_uncounted, parts_left, unknown_since,
        is_duplicate, carrier_id, unknown_msisdn, unknown_cost_micros, has_earlier_parts, put_off, begun)
    ), part as (
      select * from unnest(
        ${ofParts(({ id }) => id)}::uuid[],
        ${ofParts(({ part }) => part)}::smallint[],
        ${ofParts(({ partCount }) => partCount)}::smallint[],
        ${ofParts(({ reference }) => reference && storable(reference))}::text[],
        ${ofParts(({ state }) => state)}::submission_state[],
        ${ofParts(({ error }) => error && storable(error))}::text[],
        ${ofParts(({ costMicros }) => costMicros)}::bigint[]
      ) as p (id, part, part_count, reference, state, error, cost_micros)
    ), delivered as materialized (
      ${deliveredBefore(finished)}
    ), kept as (
      update message_queue u set due_at = g.retry_at, attempts = u.attempts - g.is_uncounted::int,
        encrypted_body = case when g.outcome = 'again' then u.encrypted_body end,
        parts_left = g.parts_left - coalesce((select d.parts from delivered d where d.id = g.id), 0),
        unknown_since = g.unknown_since, unknown_msisdn = g.unknown_msisdn,
        unknown_cost_micros = g.unknown_cost_micros, put_off = g.put_off, begun = g.begun,
        carrier_id = coalesce(g.carrier_id, u.carrier_id),
        tried = case when g.carrier_id is null then u.tried else u.tried || u.carrier_id end
      from given g where ${isQueueRowOf(sql`g`)} and u.due_at is not distinct from g.lease and g.outcome <> 'refused'
      returning g.account_id, g.id, g.at, u.attempts, g.outcome, g.is_duplicate, g.has_earlier_parts
    ), dropped as (
      delete from message_queue u using given g
      where ${isQueueRowOf(sql`g`)} and u.due_at is not distinct from g.lease and g.outcome = 'refused'
      returning g.account_id, g.id, g.at, u.attempts, g.outcome, g.is_duplicate, g.has_earlier_parts
    ), taken as (
      insert into carrier_submissions (message_id, attempt, part, part_count, carrier, reference, submitted_at, state,
        error, possible_duplicate, cost_micros)
      select w.id, w.attempts, p.part, p.part_count, ${carrier}, p.reference, w.at, p.state, p.error, w.is_duplicate,
        p.cost_micros
      from part p join (select * from kept union all select * from dropped) w on w.id = p.id
      on conflict do nothing
      returning message_id, state, cost_micros
    ), ended as (
      update messages m set status = e.status, status_code = e.code, status_at = e.at
      from (
        select id, at, 'FAILED'::delivery_status as status, ${REFUSED_CODE}::smallint as code from dropped
        union all select id, at, 'UNKNOWN', ${UNKNOWN_CODE}::smallint from kept where outcome = 'lost') e
      where ${hasKey(sql`m.id`, sql`e.id`)}
      returning m.id, m.account_id, m.customer_message_id, m.sender, m.status, m.status_code, m.status_at
    ), announced as (
      ${enqueueReports(ENDED, sql`ended f`, sql`true`, now)}
    ), earned as (
      ${addToCarrierDays(carrier, TAKEN)}
    )
    select id from given where id not in (select id from kept union all select id from dropped)`,
  );
}

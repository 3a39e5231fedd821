import { hasKey, NOTHING, prepared, type Sql, sql } from "@/lib/db/sql";
import { storable } from "@/lib/db/storable";
import { addToCarrierDays, hasDays } from "@/lib/messages/networks/carrier-days.sql";
import type { LeasedMessage } from "@/lib/queue/leased";
import { AFTER_MESSAGES, isQueueRowOf, lockedMessages } from "@/lib/queue/message-queue.sql";
import { enqueueReports, type ReportColumns } from "@/lib/webhooks/report-event.sql";

/** A part as it is recorded, with the carrier's error if it was not accepted. */
export type SubmittedPart = {
  part: number;
  reference: string | null;
  state: "accepted" | "refused" | "elsewhere" | "unknown";
  error: string | null;
  /** The network's charge for it (rules: carrier costs); null if it is unknown. */
  costMicros: bigint | null;
};

/**
 * The new state of a leased message. It is accepted, refused, lost if the outcome will remain unknown, or tried
 * again, with `carrierId` at another carrier. `at` is the time of the handover, and `isAttempt` is set if that
 * counts. `parts` are the recorded parts, of `partCount`.
 */
export type FinishedMessage = Pick<LeasedMessage, "accountId" | "acceptedAt" | "id" | "lease"> & {
  at: Date;
  parts: readonly SubmittedPart[];
  partCount: number;
  /** The carrier accepted parts of it at an earlier attempt. */
  hasEarlierParts: boolean;
  isPossibleDuplicate: boolean;
  /** The duration until the carrier's answer; null without an answer or a submission. */
  answerMs: number | null;
} & (
    | { outcome: "accepted"; partsLeft: number | null }
    | { outcome: "refused" }
    | { outcome: "lost" }
    | Again
  );

/** A message that is tried again. With `heldFor` it is held because the carrier may have accepted it. */
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

/**
 * The handset of a held message, the earliest time at which the carrier may have received it, and the cost of a part.
 */
export type HeldFor = { msisdn: string; since: Date; costMicros: bigint | null };

/** Returns whether the carrier that tries it again has a part of it, or may have it. */
function hasBegun(finished: FinishedMessage): boolean {
  if (finished.outcome !== "again" || finished.carrierId !== undefined) return false;
  const { hasEarlierParts, unknownSince, parts } = finished;
  return hasEarlierParts || unknownSince !== null || parts.some(({ state }) => state === "accepted");
}

/** The report code of a message that no network accepted (rules: report codes). */
const REFUSED_CODE = 16;

/** The report code of a message that a network may have accepted. Networks do not use it. */
export const UNKNOWN_CODE = 0;

/** The report columns of a message that ends without a report of a network, for the rows `f` of ended messages. */
export const ENDED: ReportColumns = {
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
 * Counts the delivered parts of messages that were submitted by earlier attempts. It locks their rows: a concurrent
 * report is counted here, or counts down after this statement.
 */
const DELIVERED_BEFORE = sql`delivered as materialized (
      select message_id as id, (count(*) filter (where state = 'delivered'))::smallint as parts
      from (
        select message_id, state from carrier_submissions
        where message_id = any(array(select id from given where has_earlier_parts))
        order by message_id, attempt, part for update) s
      group by message_id
    ), `;

/** The condition that the queue row `u` of a given message still has the given lease. */
const IS_LEASED = sql`${isQueueRowOf(sql`g`)} and u.due_at is not distinct from g.lease`;

const CHANGED = sql`returning g.account_id, g.id, g.at, u.attempts, g.is_duplicate, g.has_earlier_parts`;

/** Returns the update of a row that now waits for a report, and not for a worker. */
const offQueue = (partsLeft: Sql, validity = NOTHING, after = NOTHING): Sql =>
  sql`update message_queue u set due_at = null, encrypted_body = null, parts_left = ${partsLeft}, unknown_since = null,
        unknown_msisdn = null, unknown_cost_micros = null, put_off = 0, begun = false${validity}
      from given g where ${after} ${IS_LEASED} ${CHANGED}`;

/** Locks of messages that end. They come first if a network may have the messages. */
const LOCKED = sql`${lockedMessages(sql`given`)}, `;
const AFTER_END = sql`${AFTER_MESSAGES} and`;

/** The change of a message's queue row for each outcome. */
const CHANGES: Readonly<Record<FinishedMessage["outcome"] | "counting", Sql>> = {
  accepted: offQueue(sql`g.parts_left`),
  counting: offQueue(sql`g.parts_left - coalesce((select d.parts from delivered d where d.id = g.id), 0)`),
  // The message is already unknown, and is not looked up again (rules: missing reports).
  lost: offQueue(sql`null`, sql`, valid_until = null`, AFTER_END),
  again: sql`update message_queue u set due_at = g.retry_at, attempts = u.attempts - g.is_uncounted::int,
        parts_left = null, unknown_since = g.unknown_since, unknown_msisdn = g.unknown_msisdn,
        unknown_cost_micros = g.unknown_cost_micros, put_off = g.put_off, begun = g.begun,
        carrier_id = coalesce(g.carrier_id, u.carrier_id),
        tried = case when g.carrier_id is null then u.tried else u.tried || u.carrier_id end
      from given g where ${IS_LEASED} ${CHANGED}`,
  refused: sql`delete from message_queue u using given g where ${AFTER_END} ${IS_LEASED} ${CHANGED}`,
};

/** Returns the parts of a statement that end messages without a report of a network, and insert the events. */
const endedAs = (status: Sql, code: number, now: Date): Sql => sql`, ended as (
      update messages m set status = ${status}, status_code = ${code}::smallint, status_at = e.at
      from changed e where ${hasKey(sql`m.id`, sql`e.id`)}
      returning m.id, m.account_id, m.customer_message_id, m.sender, m.status, m.status_code, m.status_at
    ), announced as (
      ${enqueueReports(ENDED, sql`ended f`, sql`true`, now)}
    )`;

function endOf(outcome: FinishedMessage["outcome"], now: Date): Sql {
  if (outcome === "refused") return endedAs(sql`'FAILED'`, REFUSED_CODE, now);
  return outcome === "lost" ? endedAs(sql`'UNKNOWN'`, UNKNOWN_CODE, now) : NOTHING;
}

/**
 * Returns the messages of which the carrier accepted parts now, and its charge for them, including messages that it
 * refused then. It runs after all locks of messages.
 */
const takenAfter = (
  others: Sql,
): Sql => sql`select w.at, w.account_id, w.id, not w.has_earlier_parts as is_first, c.cost_micros
      from changed w join (
        select message_id, sum(cost_micros)::bigint as cost_micros from taken
        where state = 'accepted' group by message_id) c on c.message_id = w.id ${others}`;
const TAKEN = takenAfter(NOTHING);
const TAKEN_AFTER_END = takenAfter(sql`where (select count(*) from ended) >= 0`);

const OUTCOMES = ["accepted", "again", "lost", "refused"] as const;

/**
 * Returns the statements that record the answers for leased messages, one for each occurring outcome. Each makes the
 * changes of its outcome, and changes no table twice. A message whose lease another worker has taken over is skipped,
 * and returned as a row with its id.
 */
export function finishStatements(finished: readonly FinishedMessage[], carrier: string, now: Date): Sql[] {
  return OUTCOMES.flatMap((outcome) => {
    const own = finished.filter((message) => message.outcome === outcome);
    return own.length > 0 ? [finishStatement(outcome, own, carrier, now)] : [];
  });
}

function finishStatement(
  outcome: FinishedMessage["outcome"],
  finished: readonly FinishedMessage[],
  carrier: string,
  now: Date,
): Sql {
  const isCounting = outcome === "accepted" && finished.some(({ hasEarlierParts }) => hasEarlierParts);
  const change = isCounting ? "counting" : outcome;
  const earns = hasDays(carrier);
  const end = endOf(outcome, now);
  return prepared(
    `finish-${change}${earns ? "" : "-free"}`,
    sql`
    with given as (
      ${givenAs(outcome, finished)}
    ), part as (
      ${partsOf(finished)}
    ), ${isCounting ? DELIVERED_BEFORE : NOTHING}${end === NOTHING ? NOTHING : LOCKED}changed as (
      ${CHANGES[change]}
    ), taken as (
      insert into carrier_submissions (message_id, attempt, part, part_count, carrier, reference, submitted_at, state,
        error, possible_duplicate, cost_micros)
      select w.id, w.attempts, p.part, p.part_count, ${carrier}, p.reference, w.at, p.state, p.error, w.is_duplicate,
        p.cost_micros
      from part p join changed w on w.id = p.id
      on conflict do nothing
      returning message_id, state, cost_micros
    )${end}${earns ? earnedBy(carrier, end === NOTHING ? TAKEN : TAKEN_AFTER_END) : NOTHING}
    select id from given where id not in (select id from changed)`,
  );
}

const earnedBy = (carrier: string, taken: Sql): Sql => sql`, earned as (
      ${addToCarrierDays(carrier, taken)}
    )`;

/** Returns the messages of an outcome as rows, with the outcome's columns. */
function givenAs(outcome: FinishedMessage["outcome"], finished: readonly FinishedMessage[]): Sql {
  const each = <Value>(of: (message: FinishedMessage) => Value) => finished.map(of);
  const columns = sql`${each(({ accountId }) => accountId)}::int[],
        ${each(({ acceptedAt }) => acceptedAt)}::timestamptz[],
        ${each(({ id }) => id)}::uuid[],
        ${each(({ lease }) => lease)}::timestamptz[],
        ${each(({ at }) => at)}::timestamptz[],
        ${each(({ isPossibleDuplicate }) => isPossibleDuplicate)}::boolean[],
        ${each(({ hasEarlierParts }) => hasEarlierParts)}::boolean[]`;
  const names = sql`account_id, accepted_at, id, lease, at, is_duplicate, has_earlier_parts`;
  if (outcome === "accepted")
    return sql`select * from unnest(${columns},
        ${each((f) => (f.outcome === "accepted" ? f.partsLeft : null))}::smallint[]
      ) as g (${names}, parts_left)`;
  if (outcome !== "again") return sql`select * from unnest(${columns}) as g (${names})`;
  const again = finished.filter((message) => message.outcome === "again");
  const ofAgain = <Value>(of: (message: Again) => Value) => again.map(of);
  return sql`select * from unnest(${columns},
        ${ofAgain(({ retryAt }) => retryAt)}::timestamptz[],
        ${ofAgain(({ isAttempt }) => !isAttempt)}::boolean[],
        ${ofAgain(({ unknownSince }) => unknownSince)}::timestamptz[],
        ${ofAgain(({ carrierId }) => carrierId ?? null)}::smallint[],
        ${ofAgain(({ heldFor }) => heldFor?.msisdn ?? null)}::text[],
        ${ofAgain(({ heldFor }) => heldFor?.costMicros ?? null)}::bigint[],
        ${ofAgain(({ carrierId, putOff }) => (carrierId === undefined ? putOff : 0))}::smallint[],
        ${again.map(hasBegun)}::boolean[]
      ) as g (${names}, retry_at, is_uncounted, unknown_since, carrier_id, unknown_msisdn, unknown_cost_micros, put_off,
        begun)`;
}

/** Returns the parts of messages as rows. */
function partsOf(finished: readonly FinishedMessage[]): Sql {
  const parts = finished.flatMap(({ id, partCount, parts: own }) =>
    own.map((part) => ({ id, partCount, ...part })),
  );
  const each = <Value>(of: (part: (typeof parts)[number]) => Value) => parts.map(of);
  return sql`select * from unnest(
        ${each(({ id }) => id)}::uuid[],
        ${each(({ part }) => part)}::smallint[],
        ${each(({ partCount }) => partCount)}::smallint[],
        ${each(({ reference }) => reference && storable(reference))}::text[],
        ${each(({ state }) => state)}::submission_state[],
        ${each(({ error }) => error && storable(error))}::text[],
        ${each(({ costMicros }) => costMicros)}::bigint[]
      ) as p (id, part, part_count, reference, state, error, cost_micros)`;
}

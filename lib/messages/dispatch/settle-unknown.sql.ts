import { prepared, type Sql, sql } from "@/lib/db/sql";
import { storable } from "@/lib/db/storable";
import type { HeldFor } from "@/lib/messages/dispatch/finish/finish.sql";
import { addToCarrierDays } from "@/lib/messages/networks/carrier-days.sql";
import { isQueueRowOf, joinMessage } from "@/lib/queue/message-queue.sql";
import { writtenForms } from "@/lib/sms/numbers/written-forms";

/** A report's reference, its handset, and the message's own reference if the carrier repeats it. */
export type NamedReport = { reference: string; msisdn: string; userReference: number | null };

/** The most newest messages to a handset, and the most held ones, that are read to find the message of a report. */
const MAX_LOOKED_AT = 100;

/** Returns the condition that a message may be the one of a report, by `userReferenceOf` if the report has it. */
const mayBe = (userReference: Sql, messageId: Sql) =>
  sql`coalesce(${userReference} = ('x' || right(${messageId}::text, 4))::bit(16)::int, true)`;

/** The messages that prove to be accepted, and the carrier's charge for them. */
const SETTLED = sql`select s.first_tried_at as at, s.account_id, s.id, true as is_first, r.cost_micros
        from settled s join recorded r on r.message_id = s.id`;

/**
 * Records the references of unmatched reports for messages that the carrier may have accepted, under three
 * conditions. All reports on a handset have one reference. Exactly one message to the handset is held, and it has one
 * part or the report has its id. No message to it is with the carrier now, or was accepted without a reference. If
 * reports repeat the message's own reference, only messages with it count. Returns a row with the reference of each.
 * A message that a worker claims concurrently is skipped.
 */
export function settleUnknownStatement(carrier: string, reports: readonly NamedReport[]): Sql {
  return prepared(
    "settle-unknown",
    sql`
    with named as (
      select g.msisdn, g.user_reference, min(g.reference) as reference
      from (
        select *, min(reference) over (partition by msisdn) = max(reference) over (partition by msisdn) as is_only
        from unnest(
          ${reports.map(({ msisdn }) => storable(msisdn))}::text[],
          ${reports.map(({ reference }) => storable(reference))}::text[],
          ${reports.map(({ userReference }) => userReference)}::int[]
      ) as u (msisdn, reference, user_reference)) g
      group by g.msisdn, g.user_reference
      having count(distinct g.reference) = 1 and (g.user_reference is not null or bool_and(g.is_only))
    ), carrier as (
      -- The simulator has no row, and the number 0.
      select coalesce((select id from carriers where name = ${carrier}), 0)::smallint as id
    ), single as materialized (
      select n.msisdn, n.reference, n.user_reference, c.id as carrier_id, h.account_id, h.accepted_at, h.message_id
      from named n cross join carrier c cross join lateral (
        select account_id, accepted_at, message_id, count(*) over () as held
        from (select * from message_queue
          where carrier_id = c.id and unknown_msisdn = n.msisdn limit ${MAX_LOOKED_AT}) q
        where ${mayBe(sql`n.user_reference`, sql`q.message_id`)} limit 1) h
      where h.held = 1
    ), certain as materialized (
      select s.* from single s
      ${joinMessage(sql`s.message_id`)}
      where (m.parts = 1 or s.reference = s.message_id::text) and not exists (
        select 1 from (
          select account_id, accepted_at, id from messages where msisdn = s.msisdn
          order by accepted_at desc limit ${MAX_LOOKED_AT}) r
        cross join lateral (
          select 1 from message_queue q
          where q.account_id = r.account_id and q.accepted_at = r.accepted_at and q.message_id = r.id
            and q.carrier_id = s.carrier_id and q.message_id <> s.message_id
            and ${mayBe(sql`s.user_reference`, sql`q.message_id`)}
            and (q.due_at is not null and q.first_tried_at is not null
              or exists (select 1 from carrier_submissions k
                where k.message_id = r.id and k.reference is null and k.state = 'accepted' offset 0)) offset 0) q)
      -- Not a join: the planner might then read all messages that the carrier ever had.
      and not exists (
        select 1 from carrier_submissions k where k.reference = s.reference and k.carrier = ${carrier}
          and s.msisdn = (select msisdn from messages where id = k.message_id) offset 0)
    ), locked as materialized (
      select c.reference, u.account_id, u.accepted_at, u.message_id as id, u.attempts, u.first_tried_at,
        u.unknown_cost_micros
      from certain c cross join lateral (
        select * from message_queue u
        where u.account_id = c.account_id and u.accepted_at = c.accepted_at and u.message_id = c.message_id
          and u.carrier_id = c.carrier_id and u.unknown_msisdn = c.msisdn
        for update skip locked) u
    ), settled as (
      update message_queue u set due_at = null, unknown_since = null, unknown_msisdn = null, unknown_cost_micros = null, begun = false,
        encrypted_body = null
      from locked l where ${isQueueRowOf(sql`l`)}
      returning l.*
    ), recorded as (
      insert into carrier_submissions (message_id, attempt, carrier, reference, submitted_at, possible_duplicate,
        cost_micros)
      select id, attempts, ${carrier}, reference, first_tried_at, attempts > 1, unknown_cost_micros from settled
      on conflict do nothing
      returning message_id, reference, cost_micros
    ), earned as (
      ${addToCarrierDays(carrier, SETTLED)}
    )
    select reference from recorded`,
  );
}

/**
 * Reads the newest parked reports on handsets, since the instant of each, as `NamedReport`. Two references show that
 * the message is uncertain.
 */
export function findParkedOnStatement(
  carrier: string,
  held: readonly Pick<HeldFor, "msisdn" | "since">[],
): Sql {
  const looked = held.flatMap(({ msisdn, since }) =>
    writtenForms(msisdn).map((form) => ({ msisdn, since, form })),
  );
  return prepared(
    "find-parked-on",
    sql`
    select p.reference, g.msisdn, p.user_reference as "userReference"
    from unnest(
      ${looked.map(({ msisdn }) => msisdn)}::text[],
      ${looked.map(({ since }) => since)}::timestamptz[],
      ${looked.map(({ form }) => form)}::text[]
    ) as g (msisdn, since, form)
    cross join lateral (
      select reference, user_reference from parked_reports
      where carrier = ${carrier} and msisdn = g.form and parked_at >= g.since
      order by parked_at desc limit 10) p`,
  );
}

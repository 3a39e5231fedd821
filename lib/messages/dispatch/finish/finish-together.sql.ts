import { prepared, type Sql, sql } from "@/lib/db/sql";
import { storable } from "@/lib/db/storable";
import type { Finished } from "@/lib/messages/dispatch/finish/finish.sql";
import { hasDays } from "@/lib/messages/networks/carrier-days.sql";
import { endedLeases, leaseEach, leasesNamed } from "@/lib/queue/batch-leases.sql";

/**
 * Whether a carrier took a message that was leased by its batch, as one submission that costs nothing. Then its row of the queue
 * is right as it is: from acceptance on it waits for a report, and for no worker.
 */
export function isTakenTogether(finished: Finished, carrier: string): boolean {
  const { leaseId, outcome, parts, hasEarlierParts } = finished;
  const [part] = parts;
  return (
    leaseId !== null &&
    outcome === "accepted" &&
    finished.partsLeft === null &&
    !hasEarlierParts &&
    !finished.isPossibleDuplicate &&
    parts.length === 1 &&
    part?.part === 0 &&
    part.costMicros === null &&
    !hasDays(carrier)
  );
}

/**
 * Records that a carrier took such messages, and ends the leases that they were handed over by. What else is in one of these
 * leases gets one of its own, with the same end. A message that is in none of them any more is left alone: a row with
 * the id of each.
 */
export function finishTogetherStatement(finished: readonly Finished[], carrier: string): Sql {
  const each = <Value>(of: (message: Finished) => Value) => finished.map(of);
  const leases = [...new Set(each(({ leaseId }) => leaseId ?? ""))];
  return prepared(
    "finish-together",
    sql`
    with given as (
      select * from unnest(
        ${each(({ id }) => id)}::uuid[],
        ${each(({ at }) => at)}::timestamptz[],
        ${each(({ partCount }) => partCount)}::smallint[],
        ${each(({ parts: [part] }) => part?.reference && storable(part.reference))}::text[]
      ) as g (id, at, part_count, reference)
    ), ${endedLeases(leasesNamed(leases))}, waiting as materialized (
      -- By a join, each message would be compared with each other.
      select l.id from leased l cross join lateral (
        select u.due_at from message_queue u
        where u.account_id = l.account_id and u.accepted_at = l.accepted_at and u.message_id = l.id offset 0) u
      where (l.id in (select id from given)) is true and u.due_at is null
    ), taken as (
      insert into carrier_submissions (message_id, attempt, part, part_count, carrier, reference, submitted_at, state,
        possible_duplicate)
      select g.id, 1, 0, g.part_count, ${carrier}, g.reference, g.at, 'accepted', false
      from given g where (g.id in (select id from waiting)) is true
      on conflict do nothing
    ), others as (
      ${leaseEach(sql`(select * from leased where id not in (select id from given)) l`)}
    )
    select id from given where id not in (select id from waiting)`,
  );
}

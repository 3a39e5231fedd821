import { hasKey, literal, prepared, type Sql, sql } from "@/lib/db/sql";
import { isQueueRowOf } from "@/lib/queue/message-queue.sql";

/** The lease of the messages that one statement accepted, and that its caller hands over at once. */
export type BatchLease = { id: string; until: Date };

/** The most leases that one statement ends because they have run out. */
const MAX_ENDED = literal(100);

/**
 * Ends the leases that `locked` selects, and gives the messages that were in them as `leased`. Whoever ends a lease has its
 * messages: it is there once, and ends once. Leases are locked in the order of their ids, so that nobody waits in a circle.
 */
export const endedLeases = (locked: Sql): Sql => sql`locked as materialized (${locked}), ended as (
      delete from queue_leases l using locked k where ${hasKey(sql`l.id`, sql`k.id`)}
      returning l.until, l.accepted_at, l.account_ids, l.message_ids
    ), leased as materialized (
      select e.until, e.accepted_at, m.account_id, m.id
      from ended e cross join lateral unnest(e.account_ids, e.message_ids) as m (account_id, id)
    )`;

/** Gives messages of `leased` leases of their own, which end when their batch's would have. */
export const leaseEach = (leased: Sql): Sql => sql`update message_queue u set due_at = l.until
      from ${leased} where ${isQueueRowOf(sql`l`)} and u.due_at is null`;

/** The leases with these ids, locked. */
export const leasesNamed = (ids: readonly string[]): Sql =>
  sql`select id from queue_leases where id = any(${[...ids]}::uuid[]) order by id for update`;

/** Ends leases, and gives each message in them one of its own. */
const breakUp = (locked: Sql): Sql => sql`with ${endedLeases(locked)} ${leaseEach(sql`leased l`)}`;

/** The same for the leases with these ids. */
export function breakUpStatement(ids: readonly string[]): Sql {
  return prepared("leases-break-up", breakUp(leasesNamed(ids)));
}

/** The same for leases that have run out, some of them at once: their messages are due. */
export function breakUpEndedStatement(now: Date): Sql {
  const ended = sql`select id from queue_leases where until <= ${now}::timestamptz
      order by until, id limit ${MAX_ENDED} for update skip locked`;
  return prepared("leases-ended", breakUp(ended));
}

/** The same for all leases. */
export const BREAK_UP_ALL = breakUp(sql`select id from queue_leases order by id for update`);

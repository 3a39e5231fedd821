import { sql } from "@/lib/db/sql";

/**
 * Joins to a message `m` when it went out, so that its recipient may answer it, as `sent.at`; null for what has not. What a
 * carrier has been given counts before its answer is written: a reply may be faster. Written so that each is looked up by
 * its key, whatever the planner thinks of how many there are.
 */
export const JOIN_SENT = sql`
  cross join lateral (
    select coalesce(
      (select c.submitted_at from carrier_submissions c where c.message_id = m.id),
      (select u.first_tried_at from message_queue u
        where u.account_id = m.account_id and u.accepted_at = m.accepted_at and u.message_id = m.id
          and m.status = 'PENDING')
    ) as at) sent`;

import { sql } from "@/lib/db/sql";

/**
 * Joins to a message `m` the time `sent.at` at which it was handed over, and may be answered; null if it was not. It
 * is set before the carrier's answer is recorded, because a reply may come sooner. It is also set if no answer came,
 * or if a second submission was refused: the recipient may have got the message. Rows are looked up by their key one
 * by one, for any number that the planner expects.
 */
export const JOIN_SENT = sql`
  cross join lateral (
    select coalesce(
      (select c.submitted_at from carrier_submissions c
        where c.message_id = m.id
          and (c.state in ('accepted', 'delivered') or c.state = 'refused' and c.possible_duplicate)
        order by c.attempt desc, c.part limit 1),
      (select u.first_tried_at from message_queue u
        where u.account_id = m.account_id and u.accepted_at = m.accepted_at and u.message_id = m.id
          and m.status in ('PENDING', 'UNKNOWN'))
    ) as at) sent`;

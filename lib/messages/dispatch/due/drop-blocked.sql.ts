import { type Sql, sql } from "@/lib/db/sql";
import type { LeasedMessage } from "@/lib/queue/leased";
import { isQueueRowOf } from "@/lib/queue/message-queue.sql";

/** Locks the leased messages whose lease the caller still has. Returns a row with the id of each. */
export function lockLeasedStatement(messages: readonly LeasedMessage[]): Sql {
  return sql`
    select u.message_id as id from unnest(
      ${messages.map(({ accountId }) => accountId)}::int[],
      ${messages.map(({ acceptedAt }) => acceptedAt)}::timestamptz[],
      ${messages.map(({ id }) => id)}::uuid[],
      ${messages.map(({ lease }) => lease)}::timestamptz[]
    ) as g (account_id, accepted_at, id, lease)
    join message_queue u on ${isQueueRowOf(sql`g`)} and u.due_at is not distinct from g.lease
    order by u.message_id for update of u`;
}

/** Records the reason that no network was given messages: the begun attempt of each was refused here. */
export function noteRefusalStatement(
  ids: readonly string[],
  { carrier, error, now }: { carrier: string; error: string; now: Date },
): Sql {
  return sql`
    insert into carrier_submissions (message_id, carrier, submitted_at, state, error)
    select id, ${carrier}, ${now}::timestamptz, 'refused', ${error} from unnest(${ids}::uuid[]) as g (id)
    on conflict do nothing`;
}

import { type Sql, sql } from "@/lib/db/sql";
import { LEFT_JOIN_QUEUE } from "@/lib/queue/message-queue.sql";
import { LEFT_JOIN_INTERIM, STATUS } from "@/lib/queue/status.sql";

/**
 * Counts the messages that wait for a network or for its report, and the webhooks that wait for their
 * receiver. A message that was given up waits for nothing.
 */
export function waitingStatement(): Sql {
  return sql`
    select (
      select count(*) from message_queue q join messages m on m.id = q.message_id
      where q.due_at is not null or m.status <> 'UNKNOWN'
    )::int + (select count(*) from webhook_deliveries where due_at is not null)::int as waiting`;
}

/** Makes all waiting rows older, as if the time had passed. */
export function ageWaitingStatement(ms: number): Sql {
  return sql`
    update message_queue set due_at = due_at - make_interval(secs => ${ms / 1000}),
      unknown_since = unknown_since - make_interval(secs => ${ms / 1000})
    where due_at is not null`;
}

/**
 * The state of a message. `isMarked`: an attempt is stored as a possible duplicate; `isDue`: the message
 * still has to be submitted.
 */
export type MessageRow = {
  id: string;
  msisdn: string;
  status: string;
  isMarketing: boolean;
  parts: number;
  isMarked: boolean;
  isDue: boolean;
};

/** Selects the state of every message. */
export function messagesStatement(): Sql {
  return sql`
    select m.id, m.msisdn, ${STATUS} as status, m.message_class = 'marketing' and m.send_type <> 'otp' as "isMarketing", m.parts,
      exists (select 1 from carrier_submissions s where s.message_id = m.id and s.possible_duplicate offset 0) as "isMarked",
      u.due_at is not null as "isDue"
    from messages m ${LEFT_JOIN_QUEUE} ${LEFT_JOIN_INTERIM}`;
}

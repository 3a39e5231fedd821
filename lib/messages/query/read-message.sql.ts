import { type Sql, sql } from "@/lib/db/sql";
import { JOIN_PRICES, LISTED_COLUMNS } from "@/lib/messages/query/list-messages.sql";
import { IS_WAITING, LEFT_JOIN_QUEUE } from "@/lib/queue/message-queue.sql";

/** A message of an account, by its id, with its submission, its price and when that was given back. */
export function messageStatement(accountId: number, id: string): Sql {
  return sql`
    select ${LISTED_COLUMNS}, m.message_class as "messageClass", m.encoding, m.status_at as "statusAt",
      m.blocked_reason as "blockedReason", coalesce(u.attempts, 0) as attempts, c.carrier,
      c.submitted_at as "submittedAt", coalesce(c.possible_duplicate, false) as "possibleDuplicate",
      e.net_micros as "netMicros", e.gst_micros as "gstMicros", r.created_at as "givenBackAt"
    from messages m ${LEFT_JOIN_QUEUE}
    left join lateral (
      select carrier, submitted_at, possible_duplicate from carrier_submissions
      where message_id = m.id and state in ('accepted', 'delivered') order by attempt desc, part limit 1) c on true
    ${JOIN_PRICES}
    where m.id = ${id}::uuid and m.account_id = ${accountId}`;
}

/** The progress of a bulk send's messages; `kept` leaves out those that were deleted by their age. */
export type BulkSendRow = {
  name: string | null;
  acceptedAt: Date;
  total: number;
  kept: number;
  delivered: number;
  /** Cancelled ones apart. */
  failed: number;
  cancelled: number;
  cancellable: number;
  sendAt: Date | null;
};

/** Counts the messages of an account's bulk send, each looked up by its key. */
export function bulkSendStatement(accountId: number, id: string): Sql {
  return sql`
    select s.name, s.accepted_at as "acceptedAt", counted.* from bulk_sends s
    cross join lateral (
      select count(*)::int as total, count(m.id)::int as kept,
        (count(*) filter (where m.status = 'DELIVRD'))::int as delivered, (count(m.failed_status) filter (where m.failed_status <> 'DELETED'))::int as failed,
        (count(*) filter (where m.failed_status = 'DELETED'))::int as cancelled,
        (count(*) filter (where ${IS_WAITING}))::int as cancellable,
        min(m.send_at) as "sendAt"
      from unnest(s.message_ids) as sent (id)
      left join lateral (select * from messages where id = sent.id offset 0) m on true
      ${LEFT_JOIN_QUEUE}) counted
    where s.id = ${id}::uuid and s.account_id = ${accountId}`;
}

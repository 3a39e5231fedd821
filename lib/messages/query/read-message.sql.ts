import { type Sql, sql } from "@/lib/db/sql";
import { JOIN_PRICES, LEFT_JOIN_STATE, LISTED_COLUMNS } from "@/lib/messages/query/list-messages.sql";
import { STATUS_AT } from "@/lib/queue/status.sql";

/** Reads a message of an account by its id, with its submission, its price, the time of a refund, and its rule. */
export function messageStatement(accountId: number, id: string): Sql {
  return sql`
    select ${LISTED_COLUMNS}, m.message_class as "messageClass", m.encoding, ${STATUS_AT} as "statusAt",
      m.blocked_reason as "blockedReason", coalesce(u.attempts, 0) as attempts, c.carrier,
      c.submitted_at as "submittedAt", coalesce(c.possible_duplicate, false) as "possibleDuplicate",
      e.net_micros as "netMicros", e.gst_micros as "gstMicros", r.created_at as "givenBackAt",
      y.rule_name as "autoReply"
    from messages m ${LEFT_JOIN_STATE}
    left join lateral (
      select carrier, submitted_at, possible_duplicate from carrier_submissions
      where message_id = m.id and state in ('accepted', 'delivered') order by attempt desc, part limit 1) c on true
    left join lateral (select rule_name from auto_replies where message_id = m.id offset 0) y on true
    ${JOIN_PRICES}
    where m.id = ${id}::uuid and m.account_id = ${accountId}`;
}

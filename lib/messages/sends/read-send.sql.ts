import type { BlockedReason } from "@/lib/contracts/base/delivery-outcomes";
import type { MessageState } from "@/lib/contracts/members/messages";
import { type Sql, sql } from "@/lib/db/sql";
import { lookUpPrices } from "@/lib/messages/sends/list-sends.sql";
import { HAS_REPLY, LAST_ERROR, OPTED_OUT_SINCE } from "@/lib/messages/sends/outcome.sql";
import { IS_WAITING, joinMessage, LEFT_JOIN_QUEUE } from "@/lib/queue/message-queue.sql";
import { LEFT_JOIN_INTERIM, STATUS } from "@/lib/queue/status.sql";

/** A bulk send without its messages. */
export type SendFactsRow = {
  name: string | null;
  acceptedAt: Date;
  total: number;
  sendAt: Date | null;
  pausedSince: Date | null;
  window: string | null;
  /** The names of its lists. */
  lists: string[];
  /** The number of their contacts that it left out. */
  leftOut: number;
};

/** Reads an account's bulk send, as `SendFactsRow`. */
export function sendFactsStatement(accountId: number, id: string): Sql {
  return sql`
    select name, accepted_at as "acceptedAt", cardinality(message_ids) as total, send_at as "sendAt",
      paused_since as "pausedSince", delivery_window as "window", coalesce(list_names, '{}') as lists,
      left_out as "leftOut"
    from bulk_sends where id = ${id}::uuid and account_id = ${accountId}`;
}

/** Messages of a bulk send with the same outcome. */
export type SendGroupRow = {
  state: MessageState;
  reason: BlockedReason | null;
  /** The network's last error, if they failed. */
  error: string | null;
  count: number;
  cancellable: number;
  sendAt: Date | null;
  lastSendAt: Date | null;
  replied: number;
  optedOut: number;
  chargedMicros: bigint;
  refundedMicros: bigint;
};

/**
 * Reads the outcomes of an account's bulk send, as `SendGroupRow`, the largest group first. Each message and its
 * other rows are looked up by key. The state mirrors `messageState`.
 */
export function sendGroupsStatement(accountId: number, id: string, now: Date): Sql {
  return sql`
    select case
        when ${STATUS} <> 'PENDING' then ${STATUS}::text
        when u.paused_at is not null then 'PAUSED'
        when cardinality(m.held_hosts) > 0 then 'HELD'
        when u.first_tried_at is not null or u.due_at is null or u.due_at <= ${now}::timestamptz then 'PENDING'
        when m.send_at is null then 'NIGHT' else 'SCHEDULED' end as state,
      m.blocked_reason as reason, case when m.failed_status is not null then ${LAST_ERROR} end as error,
      count(*)::int as count, (count(*) filter (where ${IS_WAITING}))::int as cancellable, min(m.send_at) as "sendAt",
      max(m.send_at) as "lastSendAt",
      (count(*) filter (where ${HAS_REPLY}))::int as replied,
      (count(*) filter (where ${OPTED_OUT_SINCE}))::int as "optedOut",
      coalesce(sum(e.net_micros + e.gst_micros), 0)::bigint as "chargedMicros",
      coalesce(sum(e.net_micros + e.gst_micros) filter (where r.refunded), 0)::bigint as "refundedMicros"
    from (select unnest(message_ids) as id from bulk_sends
      where id = ${id}::uuid and account_id = ${accountId}) sent
    ${joinMessage(sql`sent.id`)}
    ${LEFT_JOIN_QUEUE} ${LEFT_JOIN_INTERIM} ${lookUpPrices(sql`u.paused_at is not null`)}
    group by 1, 2, 3 order by count desc, state, reason, error`;
}

import type { RuleOutcome } from "@/lib/contracts/members/inbox";
import { beyond, nearestFirst, type Stretch } from "@/lib/db/keyset.sql";
import { type Sql, sql } from "@/lib/db/sql";
import { LEFT_JOIN_STATE, STATE_COLUMNS } from "@/lib/messages/query/list-messages.sql";
import type { StateFacts } from "@/lib/messages/query/message-state";
import { leftJoinMessage } from "@/lib/queue/message-queue.sql";

/**
 * A message of a conversation. A message in has the last delivery of its event and the actions of a rule. A sent
 * message has its state, and the name of the rule if it was an automatic answer.
 */
export type ConversationRow = { id: string; at: Date; text: string; shortcode: string } & (
  | ({ isOut: true; autoReply: string | null } & StateFacts)
  | ({ isOut: false } & DeliveryColumns & ActionColumns)
);

/** The actions of a rule on a message in. `actedBy` is null without actions. */
type ActionColumns = Omit<RuleOutcome, "rule"> & { actedBy: string | null };

/** All are null without a delivery. */
type DeliveryColumns = {
  deliveryState: "pending" | "delivered" | "failed" | null;
  deliveryAttempts: number;
  attemptedAt: Date | null;
  attemptedUrl: string | null;
  responseCode: number | null;
  responseBody: string | null;
  error: string | null;
  durationMs: number | null;
  deliveryDueAt: Date | null;
};

/** A number that has written to an account, with the values of its last message. */
export type CorrespondentRow = {
  network: string | null;
  shortcode: string;
  /** Both are null without an opt-out. */
  keyword: string | null;
  blockedAt: Date | null;
};

/**
 * Reads the last message of a number to an account and its opt-out, as `CorrespondentRow`. Returns no row if the
 * number has not written.
 */
export function correspondentStatement(accountId: number, number: string): Sql {
  return sql`
    select i.network, i.shortcode, b.keyword, b.blocked_at as "blockedAt"
    from inbound_messages i
    left join blocked_numbers b on b.account_id = i.account_id and b.msisdn = i.msisdn and b.active
    where i.account_id = ${accountId} and i.msisdn = ${number}
    order by i.received_at desc, i.id desc limit 1`;
}

const IN = { at: sql`i.received_at`, id: sql`i.id` };
const OUT = { at: sql`m.accepted_at`, id: sql`m.id` };
const FOUND = { at: sql`f.at`, id: sql`f.id` };

const ACTION_COLUMNS = sql`y.rule_name as "actedBy", y.emailed, y.sent_to as "sentTo", y.added_to as "addedTo",
      y.removed_from as "removedFrom", y.tagged, y.note, y.due_at is not null as "isWaiting"`;

/**
 * Reads the messages between an account and a number, the nearest to the stretch's position first. It reads at most
 * `limit` rows from each table, by `inbound_messages_msisdn_idx` and `messages_msisdn_accepted_at_idx`. Deliveries
 * are looked up by `webhook_deliveries_inbound_id_idx`, and rules by `auto_replies_message_id_idx` and by the key of
 * `rule_actions`.
 */
export function conversationStatement(accountId: number, number: string, stretch: Stretch): Sql {
  return sql`
    with found as (
      (select i.id, i.received_at as at, false as is_out from inbound_messages i
        where i.account_id = ${accountId} and i.msisdn = ${number} ${beyond(IN, stretch)}
        ${nearestFirst(IN, stretch)})
      union all
      (select m.id, m.accepted_at, true from messages m
        where m.msisdn = ${number} and m.account_id = ${accountId} ${beyond(OUT, stretch)}
        ${nearestFirst(OUT, stretch)})
    ), page as (select f.* from found f ${nearestFirst(FOUND, stretch)})
    select f.id, f.at, f.is_out as "isOut", coalesce(i.body, m.body) as text,
      coalesce(i.shortcode, m.sender) as shortcode, r.rule_name as "autoReply", ${ACTION_COLUMNS}, ${STATE_COLUMNS}, d.state as "deliveryState",
      d.earlier_attempts + d.attempts as "deliveryAttempts", d.attempted_at as "attemptedAt", d.attempted_url as "attemptedUrl",
      d.response_code as "responseCode", d.response_body as "responseBody", d.error,
      d.duration_ms as "durationMs", d.due_at as "deliveryDueAt"
    from page f
    left join inbound_messages i on not f.is_out and i.id = f.id
    ${leftJoinMessage(sql`case when f.is_out then f.id end`)}
    ${LEFT_JOIN_STATE}
    left join lateral (
      select rule_name from auto_replies where message_id = m.id offset 0) r on true
    left join lateral (select * from rule_actions where inbound_id = i.id offset 0) y on true
    left join lateral (
      select * from webhook_deliveries w
      where w.inbound_id = i.id and w.kind = 'inbound' order by w.created_at desc, w.id desc limit 1
    ) d on true
    ${nearestFirst(FOUND, stretch)}`;
}

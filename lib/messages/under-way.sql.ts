import { type Sql, sql } from "@/lib/db/sql";
import { type DeliveryStatus, FINAL_STATUSES } from "@/lib/sms/status";

/** Joins the row `u` that a message `m` has while it is under way; there is none once its status is final. */
export const LEFT_JOIN_UNDER_WAY = sql`left join messages_under_way u
  on u.account_id = m.account_id and u.accepted_at = m.accepted_at and u.message_id = m.id`;

/** Whether a row `u` is the one whose key a row of `other` has as `account_id`, `accepted_at` and `id`. */
export function isUnderWayOf(other: Sql): Sql {
  return sql`u.account_id = ${other}.account_id and u.accepted_at = ${other}.accepted_at and u.message_id = ${other}.id`;
}

/** Where messages `m` of an account are looked for: among all of them, or among what of them is under way. */
export type Source = { from: Sql; accountId: Sql; at: Sql; id: Sql };

export const ALL_MESSAGES: Source = {
  from: sql`messages m ${LEFT_JOIN_UNDER_WAY}`,
  accountId: sql`m.account_id`,
  at: sql`m.accepted_at`,
  id: sql`m.id`,
};

const UNDER_WAY: Source = {
  from: sql`messages_under_way u join messages m on m.id = u.message_id`,
  accountId: sql`u.account_id`,
  at: sql`u.accepted_at`,
  id: sql`u.message_id`,
};

/** The one that is quick for a status, or for what is told in the place of one: no index of messages has it. */
export function sourceFor(status: string | undefined): Source {
  const isOver = status === undefined || FINAL_STATUSES.some((final) => final === status);
  return isOver ? ALL_MESSAGES : UNDER_WAY;
}

/** `and` that a message `m` has a status: of those that few have, by the column that has an index. */
export function hasStatus(status: DeliveryStatus): Sql {
  const isFailed = status !== "DELIVRD" && FINAL_STATUSES.some((final) => final === status);
  const column = isFailed ? sql`m.failed_status` : sql`m.status`;
  return sql`and ${column} = ${status}::delivery_status`;
}

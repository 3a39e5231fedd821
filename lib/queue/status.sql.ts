import { type Months, within } from "@/lib/db/partitions/months.sql";
import { type Sql, sql } from "@/lib/db/sql";
import type { Source } from "@/lib/queue/message-queue.sql";
import { type DeliveryStatus, FINAL_STATUSES } from "@/lib/sms/status";

/**
 * The final statuses as part of the text, so that the planner knows them and hot statements need no parameter
 * for them.
 */
const FINAL: Sql = { text: FINAL_STATUSES.map((status) => `'${status}'`).join(", "), values: [] };

/** Returns the condition that a status is final (rules: final statuses). */
export const isFinal = (status: Sql): Sql => sql`${status} in (${FINAL})`;

/**
 * The condition that a message `m` is reported on as a whole. If it is reported on in parts, its row changes
 * with each status that its account gets.
 */
const IS_WHOLE = sql`(m.parts = 1 or exists (
    select from carrier_submissions s
    where s.message_id = m.id and s.part_count = 1 and s.reference is not null offset 0))`;

/**
 * Returns the newest report of a message `m` without a final status, unless the row's status is newer. Such a
 * report leaves the row unchanged unless it is UNKNOWN, because most messages get a final status a moment
 * later. No report is looked up for a message with a final status.
 */
const interim = (columns: Sql): Sql => sql`(
  select ${columns} from delivery_reports d
  where not ${isFinal(sql`m.status`)} and ${IS_WHOLE} and d.message_id = m.id and not ${isFinal(sql`d.status`)}
    and (m.status_at is null or d.reported_at >= m.status_at)
  order by d.reported_at desc, d.id desc limit 1)`;

/** Joins that report as `interim`, for `STATUS`, `STATUS_CODE` and `STATUS_AT` of a message `m`. */
export const LEFT_JOIN_INTERIM = sql`left join lateral ${interim(sql`d.status, d.status_code, d.reported_at`)} interim on true`;

export const STATUS = sql`coalesce(interim.status, m.status)`;
export const STATUS_CODE = sql`coalesce(interim.status_code, m.status_code)`;
export const STATUS_AT = sql`coalesce(interim.reported_at, m.status_at)`;

/**
 * Returns the condition, with `and` in front, that `m` of a source has a status. A rare status has a separate column
 * with an index.
 */
export function hasStatus(status: DeliveryStatus, { mayBeReported }: Source): Sql {
  if (isFailed(status)) return sql`and m.failed_status = ${status}::delivery_status`;
  if (FINAL_STATUSES.some((final) => final === status)) return sql`and m.status = ${status}::delivery_status`;
  if (mayBeReported === undefined) return sql`and ${showsStatus(status)}`;
  return sql`and case when ${mayBeReported} then ${showsStatus(status)} else m.status = ${status}::delivery_status end`;
}

/** Returns the condition that a message `m` has a status that is not final. */
export function showsStatus(status: DeliveryStatus): Sql {
  return sql`coalesce(${interim(sql`d.status`)}, m.status) = ${status}::delivery_status`;
}

/** Returns whether a status is final and not delivered. Few messages have it, and an index finds them. */
export function isFailed(status: string): boolean {
  return status !== "DELIVRD" && FINAL_STATUSES.some((final) => final === status);
}

/**
 * Returns the condition that a message `m` that may have been submitted is not submitted again: it has a
 * final status, or has one part and was reported on.
 * @param wasTried the condition that a network was handed the message. Other messages have no reports.
 */
export function isOver(wasTried: Sql, months: Months | null = null): Sql {
  return sql`(${isFinal(sql`m.status`)} or m.parts = 1 and (m.status <> 'PENDING' or ${wasTried} and exists (
    select from delivery_reports d where d.message_id = m.id ${within(months, sql`d.message_id`)} offset 0)))`;
}

import { type Months, within } from "@/lib/db/partitions/months.sql";
import { type Sql, sql } from "@/lib/db/sql";
import type { Source } from "@/lib/queue/message-queue.sql";
import { type DeliveryStatus, FINAL_STATUSES } from "@/lib/sms/status";

/** As part of the text: the planner knows them, and they are no parameter of hot statements. */
const FINAL: Sql = { text: FINAL_STATUSES.map((status) => `'${status}'`).join(", "), values: [] };

/** Whether a status is final (rules: final statuses). */
export const isFinal = (status: Sql): Sql => sql`${status} in (${FINAL})`;

/** Whether a message `m` is reported on as a whole. The row of another changes with each status that its account is told. */
const IS_WHOLE = sql`(m.parts = 1 or exists (
    select from carrier_submissions s
    where s.message_id = m.id and s.part_count = 1 and s.reference is not null offset 0))`;

/**
 * The newest report of a message `m` that ended nothing, unless what its row says is newer. Such a report leaves the row as
 * it is, unless it says UNKNOWN: most messages have their end a moment later (rules: final statuses). Of a message that has
 * its end nothing is looked up.
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
 * A condition, with `and` in front, that `m` of a source has a status. A rare status has a column of its own with an
 * index.
 */
export function hasStatus(status: DeliveryStatus, { mayBeReported }: Source): Sql {
  if (isFailed(status)) return sql`and m.failed_status = ${status}::delivery_status`;
  if (FINAL_STATUSES.some((final) => final === status)) return sql`and m.status = ${status}::delivery_status`;
  if (mayBeReported === undefined) return sql`and ${showsStatus(status)}`;
  return sql`and case when ${mayBeReported} then ${showsStatus(status)} else m.status = ${status}::delivery_status end`;
}

/** Whether the status of a message `m` is one that is not final. */
export function showsStatus(status: DeliveryStatus): Sql {
  return sql`coalesce(${interim(sql`d.status`)}, m.status) = ${status}::delivery_status`;
}

/** Whether a status is final and not delivered: few messages have it, and an index finds them. */
export function isFailed(status: string): boolean {
  return status !== "DELIVRD" && FINAL_STATUSES.some((final) => final === status);
}

/**
 * Whether nobody submits a message `m` again that may have been submitted: it has its end, or has one part and was reported on.
 * @param wasTried whether a network was given it; nothing is reported of another.
 */
export function isOver(wasTried: Sql, months: Months | null = null): Sql {
  return sql`(${isFinal(sql`m.status`)} or m.parts = 1 and (m.status <> 'PENDING' or ${wasTried} and exists (
    select from delivery_reports d where d.message_id = m.id ${within(months, sql`d.message_id`)} offset 0)))`;
}

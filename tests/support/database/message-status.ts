import type { Database } from "@/lib/db/client";
import { queryInTransaction } from "@/lib/db/partitions/in-transaction";
import { type Sql, sql } from "@/lib/db/sql";
import { LEFT_JOIN_INTERIM, STATUS, STATUS_AT, STATUS_CODE } from "@/lib/queue/status.sql";
import { type DeliveryStatus, FINAL_STATUSES } from "@/lib/sms/status";
import { accountsDb } from "@/tests/support/database/accounts-db";

/**
 * Gives a message a status, as a network would. The message no longer waits for a carrier. With a final
 * status it waits for nothing.
 */
export async function setStatus(
  id: string,
  status: DeliveryStatus,
  at: Date,
  statusCode: number | null = null,
): Promise<void> {
  const isFinal = FINAL_STATUSES.some((final) => final === status);
  await queryInTransaction(
    accountsDb(),
    sql`
    with moved as (
      update messages set status = ${status}::delivery_status, status_code = ${statusCode}, status_at = ${at},
        blocked_reason = case when ${status} = 'BLOCKED' then 'unsubscribed'::blocked_reason end
      where id = ${id}::uuid
    )
    ${isFinal ? sql`delete from message_queue` : sql`update message_queue set due_at = null, encrypted_body = null, first_tried_at = ${at}`}
    where message_id = ${id}::uuid`,
  );
}

type ShownStatus = { id: string; status: DeliveryStatus; statusCode: number | null; statusAt: Date | null };

/** Returns the statuses of messages `m` by ID, as accounts see them. */
export async function statusesOf(database: Database, condition: Sql): Promise<Map<string, ShownStatus>> {
  const rows = await database.query<ShownStatus>(sql`
    select m.id, ${STATUS} as status, ${STATUS_CODE} as "statusCode", ${STATUS_AT} as "statusAt"
    from messages m ${LEFT_JOIN_INTERIM} where ${condition}`);
  return new Map(rows.map((row) => [row.id, row]));
}

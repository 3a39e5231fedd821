import { queryInTransaction } from "@/lib/db/partitions/in-transaction";
import { sql } from "@/lib/db/sql";
import { type DeliveryStatus, FINAL_STATUSES } from "@/lib/sms/status";
import { accountsDb } from "@/tests/support/database/accounts-db";

/**
 * Gives a message a status, as a network would. It waits for no carrier any more, and with a final status for
 * nothing.
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
    ${isFinal ? sql`delete from message_queue` : sql`update message_queue set due_at = null, encrypted_body = null`}
    where message_id = ${id}::uuid`,
  );
}

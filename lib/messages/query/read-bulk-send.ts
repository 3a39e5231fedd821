import type { BulkSend } from "@/lib/contracts/members/messages";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { isId } from "@/lib/ids";
import { type BulkSendRow, bulkSendStatement } from "@/lib/messages/query/read-message.sql";
import { formatNz } from "@/lib/sms/nz-time";

/**
 * The progress of a bulk send's messages. Messages that were deleted by their age are not counted.
 * @throws GatewayError `not_found`.
 */
export async function readBulkSend(db: Database, accountId: number, id: string): Promise<BulkSend> {
  const [row] = isId(id) ? await db.query<BulkSendRow>(bulkSendStatement(accountId, id)) : [];
  if (!row) throw new GatewayError("not_found", "There is no such send.");
  const { acceptedAt, kept, sendAt, ...counts } = row;
  const waiting = kept - counts.delivered - counts.failed - counts.cancelled;
  return { acceptedAt: formatNz(acceptedAt), sendAt: sendAt && formatNz(sendAt), waiting, ...counts };
}

import type { BulkSend } from "@/lib/contracts/members/messages";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { isId } from "@/lib/ids";
import { type BulkSendRow, bulkSendStatement } from "@/lib/messages/query/read-message.sql";
import { formatNz } from "@/lib/sms/nz-time";

/**
 * How far the messages of a bulk send are. Each is looked up by its key; those deleted by their age are not counted.
 * @throws GatewayError `not_found`.
 */
export async function readBulkSend(db: Database, accountId: number, id: string): Promise<BulkSend> {
  const [row] = isId(id) ? await db.query<BulkSendRow>(bulkSendStatement(accountId, id)) : [];
  if (!row) throw new GatewayError("not_found", "There is no such send.");
  const { acceptedAt, total, kept, delivered, failed } = row;
  return { acceptedAt: formatNz(acceptedAt), total, delivered, failed, waiting: kept - delivered - failed };
}

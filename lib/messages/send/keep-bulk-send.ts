import type { Queryable } from "@/lib/db/client";
import { type KeptSend, keepBulkSendStatement } from "@/lib/messages/send/bulk-send.sql";

/**
 * Stores which messages were sent together, so that they can be found together (rules: members area sends). A
 * repeat of the send stores nothing new.
 * @param messageIds of an account's accepted messages in the order of the request.
 * @returns the send's id, which is that of its first message.
 */
export async function keepBulkSend(
  db: Queryable,
  accountId: number,
  messageIds: readonly [string, ...string[]],
  kept: KeptSend,
): Promise<string> {
  await db.query(keepBulkSendStatement(accountId, messageIds, kept));
  return messageIds[0];
}

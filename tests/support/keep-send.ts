import type { Queryable } from "@/lib/db/client";
import { keepSendStatement } from "@/lib/messages/accept/sent-form.sql";
import type { KeptSend } from "@/lib/messages/accept/submission";

/**
 * Makes messages of an account one send, as acceptance does for a form.
 * @returns the send's ID.
 */
export async function keepSend(
  db: Queryable,
  accountId: number,
  messageIds: readonly [string, ...string[]],
  { acceptedAt, ...kept }: KeptSend & { acceptedAt: Date },
): Promise<string> {
  await db.query(keepSendStatement({ accountId, messageIds, acceptedAt }, kept));
  return messageIds[0];
}

import type { Queryable } from "@/lib/db/client";
import { keepSendStatement } from "@/lib/messages/accept/sent-form.sql";
import type { KeptSend } from "@/lib/messages/accept/submission";

/** Has messages of an account count as one send, which acceptance does for a form. @returns its id. */
export async function keepSend(
  db: Queryable,
  accountId: number,
  messageIds: readonly [string, ...string[]],
  { acceptedAt, ...kept }: KeptSend & { acceptedAt: Date },
): Promise<string> {
  await db.query(keepSendStatement({ accountId, messageIds, acceptedAt }, kept));
  return messageIds[0];
}

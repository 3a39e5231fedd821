import type { BulkSendResponse } from "@/lib/contracts/gateway/send";
import type { Queryable } from "@/lib/db/client";
import { findResponse, idempotencyOf, type RepeatKey } from "@/lib/messages/send/idempotency";
import { encodeText } from "@/lib/sms/text/encoding";
import { MAX_PARTS, trimToParts } from "@/lib/sms/text/segments";

/**
 * Returns the response to an email that was sent before with other settings of its account: another class, rate code
 * or shortcode. It is the text of the response's row. Returns null if its key is new, or was used for another text.
 */
export async function findSent(
  db: Queryable,
  { accountId, key, text }: { accountId: number; key: NonNullable<RepeatKey>; text: string },
  authSecret: string,
  now: Date,
): Promise<string | null> {
  const asked = idempotencyOf({ key, operation: "", request: null }, authSecret, now);
  const response = await findResponse(db, accountId, asked, now);
  if (response === null) return null;
  const { messages } = JSON.parse(response) as BulkSendResponse;
  const first = messages.find((message) => message.success);
  if (!first) return response;
  const { text: encoded, encoding } = encodeText(text, false);
  const sent = await db.prisma.message.findUnique({
    where: { id: first.message_id },
    select: { body: true },
  });
  return !sent || sent.body === trimToParts(encoded, encoding, MAX_PARTS).text ? response : null;
}

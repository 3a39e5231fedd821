import type { Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

/**
 * Keeps which messages were sent together, so that they can be found together (rules: members area sends). A repeat of
 * the send keeps nothing new.
 * @param messageIds of an account's accepted messages, two or more, in the order in which they were asked for.
 * @returns the send's id, which is that of its first message.
 */
export async function keepBulkSend(
  db: Queryable,
  accountId: number,
  messageIds: readonly [string, ...string[]],
  acceptedAt: Date,
): Promise<string> {
  const [id] = messageIds;
  await db.query(sql`
    insert into bulk_sends (id, account_id, accepted_at, message_ids)
    values (${id}::uuid, ${accountId}, ${acceptedAt}, ${[...messageIds]}::uuid[])
    on conflict (id) do nothing`);
  return id;
}

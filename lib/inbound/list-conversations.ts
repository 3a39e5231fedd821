import type { ConversationsPage, ListConversationsRequest } from "@/lib/contracts/members/inbox";
import type { Database } from "@/lib/db/client";
import { readCounted } from "@/lib/db/counted";
import { readKeysetPage } from "@/lib/db/keyset";
import { countConversationsStatement } from "@/lib/inbound/count-conversations.sql";
import { type ConversationHead, conversationsStatement } from "@/lib/inbound/list-inbound.sql";
import { handsetNumber } from "@/lib/inbound/owner/handset-number";
import { formatNz } from "@/lib/sms/nz-time";

/**
 * Lists a page of an account's conversations, and their number. A conversation is the last message of a number that
 * has written, latest first. With a tag only conversations with the tag are listed (rules: conversation tags).
 */
export async function listConversations(
  db: Database,
  accountId: number,
  asked: ListConversationsRequest,
): Promise<ConversationsPage> {
  const filter = { number: asked.number ? handsetNumber(asked.number) : null, tag: asked.tag ?? null };
  const [{ rows, newer, older }, total] = await Promise.all([
    readKeysetPage(asked, (stretch) =>
      db.query<ConversationHead>(conversationsStatement(accountId, filter, stretch)),
    ),
    readCounted(db, countConversationsStatement(accountId, filter)),
  ]);
  const conversations = rows.map(({ id, ...row }) => ({ ...row, at: formatNz(row.at) }));
  return { conversations, total, newer, older };
}

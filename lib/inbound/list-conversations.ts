import type { ConversationsPage, ListConversationsRequest } from "@/lib/contracts/members/inbox";
import type { Database } from "@/lib/db/client";
import { readCounted } from "@/lib/db/counted";
import { readKeysetPage } from "@/lib/db/keyset";
import { countConversationsStatement } from "@/lib/inbound/count-conversations.sql";
import { type ConversationHead, conversationsStatement } from "@/lib/inbound/list-inbound.sql";
import { handsetNumber } from "@/lib/inbound/owner/handset-number";
import { formatNz } from "@/lib/sms/nz-time";

/**
 * The conversations of an account, one page of them, and how many there are: the last message of each number that has
 * written, latest first; where a tag is asked for, of those that have it (rules: conversation tags).
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

import type { ConversationRecord, ListConversationsRequest } from "@/lib/contracts/members/inbox";
import type { Database } from "@/lib/db/client";
import { readKeysetPage } from "@/lib/db/keyset";
import { handsetNumber } from "@/lib/inbound/handset-number";
import { type ConversationHead, conversationsStatement } from "@/lib/inbound/list-inbound.sql";
import { formatNz } from "@/lib/sms/nz-time";

/**
 * The conversations of an account, one page of them: the last message of each number that has written, latest
 * first; where a tag is asked for, of those that have it (rules: conversation tags).
 */
export async function listConversations(
  db: Database,
  accountId: number,
  asked: ListConversationsRequest,
): Promise<{ conversations: ConversationRecord[]; newer: string | null; older: string | null }> {
  const number = asked.number ? handsetNumber(asked.number) : null;
  const { rows, newer, older } = await readKeysetPage(asked, (stretch) =>
    db.query<ConversationHead>(
      conversationsStatement(accountId, { number, tag: asked.tag ?? null }, stretch),
    ),
  );
  return { conversations: rows.map(({ id, ...row }) => ({ ...row, at: formatNz(row.at) })), newer, older };
}

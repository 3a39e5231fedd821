import { findAccounts } from "@/lib/accounts/search/search-accounts";
import type { Member } from "@/lib/auth/sessions/member";
import { type Found, MAX_FOUND } from "@/lib/contracts/members/search";
import type { Database } from "@/lib/db/client";
import {
  type FoundConversationRow,
  searchConversationsStatement,
} from "@/lib/inbound/search/search-conversations.sql";
import { findOthersMessages } from "@/lib/messages/search/all-messages";
import { searchMessages } from "@/lib/messages/search/search-messages";
import { limitSearchStatement } from "@/lib/messages/search/search-messages.sql";
import { readSearch } from "@/lib/messages/search/search-terms";
import { formatNz } from "@/lib/sms/nz-time";

/**
 * What is found by a few characters (rules: search): an account's messages and who wrote to it, and accounts for an
 * administrator. One statement after the other on one connection, none of which may take long.
 */
export function searchAccount(db: Database, member: Member, search: string, now: Date): Promise<Found> {
  const { accountId, isAdmin } = member;
  const terms = readSearch(search);
  return db.transaction(async (tx) => {
    await tx.query(limitSearchStatement());
    const { messages, searchedSince } = await searchMessages(tx, accountId, { search, terms }, now);
    const statement = searchConversationsStatement(accountId, terms, MAX_FOUND);
    const conversations = await tx.query<FoundConversationRow>(statement);
    const accounts = isAdmin ? await findAccounts(tx, search, MAX_FOUND) : [];
    return {
      messages,
      searchedSince: searchedSince && formatNz(searchedSince),
      conversations: conversations.map(({ at, ...row }) => ({ ...row, at: formatNz(at) })),
      accounts,
      othersMessages: isAdmin ? await findOthersMessages(tx, accountId, search) : [],
    };
  });
}

import { findAccounts } from "@/lib/accounts/search-accounts";
import type { Member } from "@/lib/auth/sessions/member";
import { MAX_FOUND, type SearchResults } from "@/lib/contracts/members/search";
import { inTime } from "@/lib/db/cells/ask-cells";
import { otherCells } from "@/lib/db/cells/cells";
import type { Database } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import {
  type FoundConversationRow,
  searchConversationsStatement,
} from "@/lib/inbound/search-conversations.sql";
import { findOthersMessages } from "@/lib/messages/search/all-messages";
import { searchMessages } from "@/lib/messages/search/search-messages";
import { limitSearchStatement } from "@/lib/messages/search/search-messages.sql";
import { readSearch } from "@/lib/messages/search/search-terms";
import { formatNz } from "@/lib/sms/nz-time";

/**
 * What is found by a few characters (rules: search): an account's messages and who wrote to it, and accounts for an
 * administrator, who finds those of other cells too. One statement after the other on one connection, none of which may
 * take long.
 */
export async function searchAccount(
  db: Database,
  member: Member,
  search: string,
  now: Date,
): Promise<SearchResults> {
  const own = await searchCell(db, member, search, now);
  if (!member.isAdmin) return own;
  const found = await Promise.all(otherCells(db).map((cell) => searchOtherCell(cell, member, search)));
  return {
    ...own,
    accounts: [...own.accounts, ...found.flatMap(({ accounts }) => accounts)].slice(0, MAX_FOUND),
    othersMessages: [...own.othersMessages, ...found.flatMap(({ othersMessages }) => othersMessages)],
  };
}

/** What an administrator finds in a cell beside their own; nothing in one that does not answer. */
async function searchOtherCell(
  db: Database,
  { accountId }: Member,
  search: string,
): Promise<Pick<SearchResults, "accounts" | "othersMessages">> {
  try {
    return await inTime(db, () =>
      db.transaction(async (tx) => {
        await tx.query(limitSearchStatement());
        const accounts = await findAccounts(tx, search, MAX_FOUND);
        return { accounts, othersMessages: await findOthersMessages(tx, accountId, search) };
      }),
    );
  } catch (error) {
    logFailure(error, { cell: db.cell }, "a search is without what a cell has");
    return { accounts: [], othersMessages: [] };
  }
}

function searchCell(db: Database, member: Member, search: string, now: Date): Promise<SearchResults> {
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

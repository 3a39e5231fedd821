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
 * Searches a few characters (rules: search) in an account's messages and the numbers that wrote to it. An
 * administrator also finds accounts, including those of other cells. The statements run one after the other on one
 * connection, each with a short timeout.
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

/** Searches another cell for an administrator. A cell that does not answer has no results. */
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
    logFailure(error, { cell: db.cell }, "a search lacks the results of a cell");
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

import type { z } from "zod";
import { databaseOfNamed } from "@/lib/auth/directory/directory";
import { MAX_ACCOUNT_ID } from "@/lib/cell-numbers";
import type { searchAllMessages as operation, SearchAllRequest } from "@/lib/contracts/admin/messages";
import type { SearchResults as FoundAll } from "@/lib/contracts/members/search";
import { allCells } from "@/lib/db/cells/cells";
import { readOfCells } from "@/lib/db/cells/read-of-cells";
import type { Database, Queryable } from "@/lib/db/client";
import { readKeysetPage } from "@/lib/db/keyset";
import type { Stretch } from "@/lib/db/keyset.sql";
import { isId } from "@/lib/ids";
import { type ListedRow, toMessageRecord } from "@/lib/messages/query/list-messages";
import {
  accountByEmailStatement,
  accountIdsStatement,
  allMessagesStatement,
  indexedRange,
  type MessageSearch,
} from "@/lib/messages/search/all-messages.sql";
import { limitSearchStatement } from "@/lib/messages/search/search-messages.sql";
import { readSearch } from "@/lib/messages/search/search-terms";
import { readSearchedSince } from "@/lib/messages/search/searched-since";
import { lookThroughIndex } from "@/lib/messages/search-index/find-indexed";
import { formatNz } from "@/lib/sms/nz-time";

type SearchResults = z.output<typeof operation.response>;
type FoundAnywhere = FoundAll["othersMessages"][number];
type Row = ListedRow & { accountId: number; accountName: string };

/** The most accounts whose index is searched: as many as take half of its time. */
const MAX_ACCOUNTS = 5_000;

/** A cell's rows of a stretch, and the time since which it was searched; null if all of it was. */
type CellResult = { rows: Row[]; since: Date | null };

/**
 * Searches messages of all accounts, or of one, for an administrator (rules: search of all messages), the newest
 * first. Each of several cells is searched, and the page has the nearest results of all.
 */
export async function searchAllMessages(
  home: Database,
  asked: SearchAllRequest,
  now: Date,
): Promise<SearchResults> {
  const { account } = asked;
  const cells = account === undefined ? allCells(home) : [await databaseOfNamed(home, account, now)];
  let since: Date | null = null;
  let awayCells: number[] = [];
  const { rows, newer, older } = await readKeysetPage(asked, async (stretch) => {
    const found = await readOfCells(cells, (cell) => searchStretch(cell, asked, stretch, now));
    ({ awayCells } = found);
    const parts = found.parts.map(({ read }) => read);
    // If one cell was not searched completely, older results may be missing.
    since = parts.reduce<Date | null>((latest, part) => later(latest, part.since), null);
    return parts.length === 1
      ? (parts[0]?.rows ?? [])
      : nearest(
          parts.flatMap((part) => part.rows),
          stretch,
        );
  });
  const messages = rows.map(({ accountId: id, accountName: name, ...row }) => ({
    ...toMessageRecord(row, now),
    account: { id, name },
  }));
  return { messages, searchedSince: since && formatNz(since), newer, older, awayCells };
}

const later = (one: Date | null, other: Date | null) =>
  one && other ? (one > other ? one : other) : (one ?? other);

/** Searches a cell. The statements run one after the other on one connection, each with a short timeout. */
function searchStretch(
  db: Database,
  asked: SearchAllRequest,
  stretch: Stretch,
  now: Date,
): Promise<CellResult> {
  const { search = "", status, start, end } = asked;
  return db.transaction(async (tx) => {
    await tx.query(limitSearchStatement());
    const accountId = asked.account ? await accountNamed(tx, asked.account) : null;
    if (accountId === undefined) return { rows: [], since: null };
    const terms = readSearch(search);
    const wanted: MessageSearch = { accountId, search, terms, status, start, end, indexed: null };
    const rows = await tx.query<Row>(allMessagesStatement(wanted, stretch, now));
    if (search === "") return { rows, since: await readSearchedSince(tx, wanted, false) };
    const whose = accountId === null ? await readAccountIds(tx) : [accountId];
    const inIndex = {
      whose: whose.slice(0, MAX_ACCOUNTS),
      terms,
      enough: stretch.limit,
      range: indexedRange(wanted, stretch),
    };
    const isIndexRead = await lookThroughIndex(tx, inIndex, async (indexed) => {
      rows.push(...(await tx.query<Row>(allMessagesStatement({ ...wanted, indexed }, stretch, now))));
      return nearest(rows, stretch).map(({ id }) => id);
    });
    const isAllRead = isIndexRead && whose.length <= MAX_ACCOUNTS;
    return { rows: nearest(rows, stretch), since: await readSearchedSince(tx, wanted, isAllRead) };
  });
}

/** Returns the rows that are nearest to a stretch's position, each once. */
function nearest(rows: readonly Row[], { direction, limit }: Stretch): Row[] {
  const sign = direction === "older" ? -1 : 1;
  return [...new Map(rows.map((row) => [row.id, row])).values()]
    .sort((a, b) => sign * (a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1)))
    .slice(0, limit);
}

/** Returns the message with a whole id if it belongs to another account, for an administrator. */
export async function findOthersMessages(
  tx: Queryable,
  accountId: number,
  search: string,
): Promise<FoundAnywhere[]> {
  const id = search.trim();
  if (!isId(id)) return [];
  const where = { id, accountId: { not: accountId } };
  const select = { id: true, msisdn: true, accountId: true, acceptedAt: true } as const;
  const message = await tx.prisma.message.findFirst({ where, select });
  if (!message) return [];
  const owner = await tx.prisma.account.findUnique({
    where: { id: message.accountId },
    select: { name: true },
  });
  const acceptedAt = formatNz(message.acceptedAt);
  return [{ id: message.id, to: message.msisdn, accountName: owner?.name ?? "", acceptedAt }];
}

/** Reads the numbers of accounts, the oldest first: one more than are searched in the index at most. */
async function readAccountIds(tx: Queryable): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(accountIdsStatement(MAX_ACCOUNTS + 1));
  return rows.map(({ id }) => id);
}

/** Returns the number of an account that is given by its number or email address; undefined if it does not exist. */
async function accountNamed(tx: Queryable, name: string): Promise<number | undefined> {
  const id = /^\d{1,10}$/.test(name) ? Number(name) : undefined;
  if (id !== undefined) return id <= MAX_ACCOUNT_ID ? id : undefined;
  const [found] = await tx.query<{ id: number }>(accountByEmailStatement(name.toLowerCase()));
  return found?.id;
}

import {
  accountsStatement,
  countAccountsStatement,
  type FoundRow,
} from "@/lib/accounts/search/search-accounts.sql";
import { HOME_CELL } from "@/lib/cell-numbers";
import { allCells } from "@/lib/cells/cells";
import type { AccountOrder, AccountRecord } from "@/lib/contracts/admin/accounts";
import { type Pagination, paginate } from "@/lib/contracts/base/pagination";
import type { Database, Queryable } from "@/lib/db/client";
import { readCount } from "@/lib/db/counted";
import { databaseFailure } from "@/lib/db/unavailable";
import { toDecimal } from "@/lib/money";
import { formatNz } from "@/lib/sms/nz-time";

type Asked = {
  q?: string | undefined;
  status?: "active" | "disabled" | undefined;
  order?: AccountOrder | undefined;
  page: number;
  limit: number;
};

/** A page of accounts, and the numbers of the cells that do not answer, whose accounts are not among them. */
type Found = { accounts: AccountRecord[]; pagination: Pagination; awayCells: number[] };

/**
 * The accounts whose email address or name contains a text, in any case, or whose number it is; all of them without
 * one. The newest first, as their numbers say, unless another order is asked for. Where there are several cells, those of
 * one follow those of another, as their numbers do: by name they are in order within each (rules: cells).
 */
export async function searchAccounts(home: Database, asked: Asked): Promise<Found> {
  const { order = "-created", page, limit } = asked;
  const cells = [...allCells(home)];
  if (order === "-created") cells.reverse();
  const counted = await Promise.all(cells.map((cell) => countIn(cell, asked)));
  const rows: FoundRow[] = [];
  let offset = (page - 1) * limit;
  for (const [index, cell] of cells.entries()) {
    const count = counted[index] ?? 0;
    const taken = Math.min(limit - rows.length, count - offset);
    if (taken > 0)
      rows.push(...(await cell.query<FoundRow>(accountsStatement(asked, { order, offset, limit: taken }))));
    offset = Math.max(0, offset - count);
  }
  return {
    accounts: rows.map(({ balanceMicros, createdAt, ...row }) => ({
      ...row,
      balance: toDecimal(balanceMicros),
      createdAt: formatNz(createdAt),
    })),
    pagination: paginate(
      asked,
      counted.reduce<number>((sum, count) => sum + (count ?? 0), 0),
    ),
    awayCells: cells.filter((_, index) => counted[index] === null).map(({ cell }) => cell),
  };
}

/** How many a cell has of what is asked for; null of one that does not answer, unless it is home. */
async function countIn(cell: Database, asked: Asked): Promise<number | null> {
  try {
    return await readCount(cell, countAccountsStatement(asked));
  } catch (error) {
    if (cell.cell === HOME_CELL || databaseFailure(error) !== "unavailable") throw error;
    return null;
  }
}

/** The first accounts that a search of `searchAccounts` finds, with what tells them apart. */
export async function findAccounts(
  db: Queryable,
  q: string,
  limit: number,
): Promise<{ accountId: number; name: string; email: string }[]> {
  const page = { order: "-created", offset: 0, limit } as const;
  const rows = await db.query<FoundRow>(accountsStatement({ q }, page));
  return rows.map(({ id, name, email }) => ({ accountId: id, name, email }));
}

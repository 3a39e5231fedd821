import { accountsStatement, countAccountsStatement, type FoundRow } from "@/lib/accounts/search-accounts.sql";
import type { AccountOrder, AccountRecord } from "@/lib/contracts/admin/accounts";
import { type Pagination, paginate } from "@/lib/contracts/base/pagination";
import { allCells, elsewhereOf } from "@/lib/db/cells/cells";
import { pageOverCells } from "@/lib/db/cells/page-over-cells";
import type { Database, Queryable } from "@/lib/db/client";
import { readCount } from "@/lib/db/counted";
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
 * one. The newest first, as their numbers say, unless another order is asked for. Where there are several cells,
 * those of one follow those of another, as their numbers do: by name they are in order within each (rules: cells).
 */
export async function searchAccounts(home: Database, asked: Asked): Promise<Found> {
  const { order = "-created" } = asked;
  const cells = [...allCells(home)];
  if (order === "-created") cells.reverse();
  const { rows, total, awayCells } = await pageOverCells(cells, asked, async (cell, part) => {
    // While an account moves, two cells have it.
    const wanted = { ...asked, elsewhere: elsewhereOf(cell) };
    const [count, found] = await Promise.all([
      readCount(cell, countAccountsStatement(wanted)),
      cell.query<FoundRow>(accountsStatement(wanted, { ...part, order })),
    ]);
    return { rows: found, total: count };
  });
  return {
    accounts: rows.map(({ balanceMicros, createdAt, ...row }) => ({
      ...row,
      balance: toDecimal(balanceMicros),
      createdAt: formatNz(createdAt),
    })),
    pagination: paginate(asked, total),
    awayCells,
  };
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

import { accountsStatement, countAccountsStatement, type FoundRow } from "@/lib/accounts/search-accounts.sql";
import type { AccountOrder, AccountRecord } from "@/lib/contracts/admin/accounts";
import { elsewhereOf } from "@/lib/db/cells/cells";
import type { Database, Queryable } from "@/lib/db/client";
import { readCount } from "@/lib/db/counted";
import { toDecimal } from "@/lib/money";
import { formatNz } from "@/lib/sms/nz-time";

type AccountFilter = {
  q?: string | undefined;
  status?: "active" | "disabled" | undefined;
  order?: AccountOrder | undefined;
};

/**
 * Returns a part of a cell's accounts, and the number of all matching accounts. An account matches a text in its
 * email address or name, in any case, or its number. Without a text all accounts match. The default order is the
 * newest first, by their numbers.
 */
export async function searchAccounts(
  cell: Database,
  { order = "-created", ...filter }: AccountFilter,
  part: { offset: number; limit: number },
): Promise<{ rows: AccountRecord[]; total: number }> {
  // While an account moves, two cells have it.
  const wanted = { ...filter, elsewhere: elsewhereOf(cell) };
  const [total, found] = await Promise.all([
    readCount(cell, countAccountsStatement(wanted)),
    cell.query<FoundRow>(accountsStatement(wanted, { ...part, order })),
  ]);
  const rows = found.map(({ balanceMicros, createdAt, ...row }) => ({
    ...row,
    balance: toDecimal(balanceMicros),
    createdAt: formatNz(createdAt),
  }));
  return { rows, total };
}

/** Returns the first accounts of a search, for display. */
export async function findAccounts(
  db: Queryable,
  q: string,
  limit: number,
): Promise<{ accountId: number; name: string; email: string }[]> {
  const page = { order: "-created", offset: 0, limit } as const;
  const rows = await db.query<FoundRow>(accountsStatement({ q }, page));
  return rows.map(({ id, name, email }) => ({ accountId: id, name, email }));
}

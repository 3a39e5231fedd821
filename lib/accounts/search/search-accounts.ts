import {
  accountsStatement,
  countAccountsStatement,
  type FoundRow,
} from "@/lib/accounts/search/search-accounts.sql";
import type { AccountOrder, AccountRecord } from "@/lib/contracts/admin/accounts";
import { type Pagination, paginate } from "@/lib/contracts/base/pagination";
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

/**
 * The accounts whose email address or name contains a text, in any case, or whose number it is; all of them without
 * one. The newest first, as their numbers say, unless another order is asked for.
 */
export async function searchAccounts(
  db: Database,
  asked: Asked,
): Promise<{ accounts: AccountRecord[]; pagination: Pagination }> {
  const { order = "-created", ...page } = asked;
  const [total, rows] = await Promise.all([
    readCount(db, countAccountsStatement(asked)),
    db.query<FoundRow>(accountsStatement(asked, { ...page, order })),
  ]);
  return {
    accounts: rows.map(({ balanceMicros, createdAt, ...row }) => ({
      ...row,
      balance: toDecimal(balanceMicros),
      createdAt: formatNz(createdAt),
    })),
    pagination: paginate(asked, total),
  };
}

/** The first accounts that a search of `searchAccounts` finds, with what tells them apart. */
export async function findAccounts(
  db: Queryable,
  q: string,
  limit: number,
): Promise<{ accountId: number; name: string; email: string }[]> {
  const page = { order: "-created", page: 1, limit } as const;
  const rows = await db.query<FoundRow>(accountsStatement({ q }, page));
  return rows.map(({ id, name, email }) => ({ accountId: id, name, email }));
}

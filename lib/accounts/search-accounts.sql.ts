import type { AccountOrder, AccountRecord } from "@/lib/contracts/admin/accounts";
import { NOTHING, type Sql, sql } from "@/lib/db/sql";

/** An account in a list. */
export type FoundRow = Omit<AccountRecord, "balance" | "createdAt"> & {
  balanceMicros: bigint;
  createdAt: Date;
};

/** The filter of an account list. Accounts in another cell are excluded. */
export type AccountsWanted = {
  q?: string | undefined;
  status?: AccountRecord["status"] | undefined;
  elsewhere?: readonly number[] | undefined;
};

/** Each order has an index, except the balance, since every accepted message would have to update it. */
const ORDERS: Record<AccountOrder, Sql> = {
  created: sql`a.id`,
  "-created": sql`a.id desc`,
  name: sql`a.name, a.id`,
  "-name": sql`a.name desc, a.id desc`,
};

/** Reads a page of the matching accounts, as `FoundRow`. */
export function accountsStatement(
  wanted: AccountsWanted,
  { order, offset, limit }: { order: AccountOrder; offset: number; limit: number },
): Sql {
  return sql`
    select a.id, a.email, a.name, a.country, a.status, a.is_admin as "isAdmin", a.balance_micros as "balanceMicros",
      a.created_at as "createdAt"
    from accounts a ${which(wanted)} order by ${ORDERS[order]} limit ${limit} offset ${offset}`;
}

/** Reads the number of matching accounts, as `count`. */
export function countAccountsStatement(wanted: AccountsWanted): Sql {
  return sql`select count(*)::int as count from accounts a ${which(wanted)}`;
}

function which({ q, status, elsewhere = [] }: AccountsWanted): Sql {
  return sql`where a.has_account ${q ? sql`and ${matching(q)}` : NOTHING}
    ${elsewhere.length > 0 ? sql`and a.id <> all(${elsewhere}::int[])` : NOTHING}
    ${status === undefined ? NOTHING : sql`and a.status = ${status}::account_status`}`;
}

/** Escapes the special characters of PostgreSQL's patterns. */
function matching(q: string): Sql {
  const pattern = `%${q.replace(/[\\%_]/g, "\\$&")}%`;
  const number = /^#?\d{1,9}$/.test(q) ? sql`or a.id = ${Number(q.replace("#", ""))}` : NOTHING;
  return sql`(a.email ilike ${pattern} or a.name ilike ${pattern} ${number})`;
}

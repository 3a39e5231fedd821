import type { AccountOrder, AccountRecord } from "@/lib/contracts/admin/accounts";
import { NOTHING, type Sql, sql } from "@/lib/db/sql";

/** An account as a list has it. */
export type FoundRow = Omit<AccountRecord, "balance" | "createdAt"> & {
  balanceMicros: bigint;
  createdAt: Date;
};

/** Which accounts are wanted, without those that are in another cell. */
export type AccountsWanted = {
  q?: string | undefined;
  status?: AccountRecord["status"] | undefined;
  elsewhere?: readonly number[] | undefined;
};

/** Each by an index; a balance has none, since every message accepted would have to keep it. */
const ORDERS: Record<AccountOrder, Sql> = {
  created: sql`a.id`,
  "-created": sql`a.id desc`,
  name: sql`a.name, a.id`,
  "-name": sql`a.name desc, a.id desc`,
};

/** So many of the accounts that are wanted, from behind so many, as `FoundRow`. */
export function accountsStatement(
  wanted: AccountsWanted,
  { order, offset, limit }: { order: AccountOrder; offset: number; limit: number },
): Sql {
  return sql`
    select a.id, a.email, a.name, a.country, a.status, a.is_admin as "isAdmin", a.balance_micros as "balanceMicros",
      a.created_at as "createdAt"
    from accounts a ${which(wanted)} order by ${ORDERS[order]} limit ${limit} offset ${offset}`;
}

/** How many those are in all, as `count`. */
export function countAccountsStatement(wanted: AccountsWanted): Sql {
  return sql`select count(*)::int as count from accounts a ${which(wanted)}`;
}

function which({ q, status, elsewhere = [] }: AccountsWanted): Sql {
  return sql`where a.has_account ${q ? sql`and ${matching(q)}` : NOTHING}
    ${elsewhere.length > 0 ? sql`and a.id <> all(${elsewhere}::int[])` : NOTHING}
    ${status === undefined ? NOTHING : sql`and a.status = ${status}::account_status`}`;
}

/** What PostgreSQL's patterns mean something by stands for itself. */
function matching(q: string): Sql {
  const pattern = `%${q.replace(/[\\%_]/g, "\\$&")}%`;
  const number = /^#?\d{1,9}$/.test(q) ? sql`or a.id = ${Number(q.replace("#", ""))}` : NOTHING;
  return sql`(a.email ilike ${pattern} or a.name ilike ${pattern} ${number})`;
}

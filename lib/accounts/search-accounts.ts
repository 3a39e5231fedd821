import type { AccountRecord } from "@/lib/contracts/admin/accounts";
import { type Pagination, paginate } from "@/lib/contracts/base/pagination";
import type { Database } from "@/lib/db/client";
import { NOTHING, type Sql, sql } from "@/lib/db/sql";
import { toDecimal } from "@/lib/money";
import { formatNz } from "@/lib/sms/nz-time";

type Row = Omit<AccountRecord, "balance" | "createdAt"> & { balanceMicros: bigint; createdAt: Date };

type Asked = {
  q?: string | undefined;
  status?: "active" | "disabled" | undefined;
  page: number;
  limit: number;
};

/**
 * The accounts whose e-mail address or name contains a text, in any case, or whose number it is; all of them without
 * one. The newest first, as their numbers say.
 */
export async function searchAccounts(
  db: Database,
  asked: Asked,
): Promise<{ accounts: AccountRecord[]; pagination: Pagination }> {
  const wanted = sql`from accounts a where ${asked.q ? matching(asked.q) : sql`true`}
    ${asked.status === undefined ? NOTHING : sql`and a.status = ${asked.status}::account_status`}`;
  const [counted] = await db.query<{ total: number }>(sql`select count(*)::int as total ${wanted}`);
  const total = counted?.total ?? 0;
  const offset = (asked.page - 1) * asked.limit;
  const rows =
    offset >= total
      ? []
      : await db.query<Row>(sql`
          select a.id, a.email, a.name, a.country, a.status, a.is_admin as "isAdmin",
            a.balance_micros as "balanceMicros", a.created_at as "createdAt"
          ${wanted} order by a.id desc limit ${asked.limit} offset ${offset}`);
  return {
    accounts: rows.map(({ balanceMicros, createdAt, ...row }) => ({
      ...row,
      balance: toDecimal(balanceMicros),
      createdAt: formatNz(createdAt),
    })),
    pagination: paginate(asked, total),
  };
}

/** What PostgreSQL's patterns mean something by stands for itself. */
function matching(q: string): Sql {
  const pattern = `%${q.replace(/[\\%_]/g, "\\$&")}%`;
  const number = /^#?\d{1,9}$/.test(q) ? Number(q.replace("#", "")) : null;
  return sql`(a.email ilike ${pattern} or a.name ilike ${pattern} or a.id = ${number}::int)`;
}

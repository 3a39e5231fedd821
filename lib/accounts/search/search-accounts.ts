import type { AccountOrder, AccountRecord } from "@/lib/contracts/admin/accounts";
import { type Pagination, paginate } from "@/lib/contracts/base/pagination";
import type { Database, Queryable } from "@/lib/db/client";
import type { AccountOrderByWithRelationInput, AccountWhereInput } from "@/lib/db/generated/models/Account";
import { toDecimal } from "@/lib/money";
import { formatNz } from "@/lib/sms/nz-time";

type Asked = {
  q?: string | undefined;
  status?: "active" | "disabled" | undefined;
  order?: AccountOrder | undefined;
  page: number;
  limit: number;
};

const SHOWN = {
  ...{ id: true, email: true, name: true, country: true, status: true },
  ...{ isAdmin: true, balanceMicros: true, createdAt: true },
} as const;

/** Each by an index; a balance has none, since every message accepted would have to keep it. */
const ORDERS: Record<AccountOrder, AccountOrderByWithRelationInput[]> = {
  created: [{ id: "asc" }],
  "-created": [{ id: "desc" }],
  name: [{ name: "asc" }, { id: "asc" }],
  "-name": [{ name: "desc" }, { id: "desc" }],
};

/**
 * The accounts whose email address or name contains a text, in any case, or whose number it is; all of them without
 * one. The newest first, as their numbers say, unless another order is asked for.
 */
export async function searchAccounts(
  db: Database,
  asked: Asked,
): Promise<{ accounts: AccountRecord[]; pagination: Pagination }> {
  const where = {
    hasAccount: true,
    ...(asked.q ? matching(asked.q) : {}),
    ...(asked.status === undefined ? {} : { status: asked.status }),
  };
  const [total, rows] = await Promise.all([
    db.prisma.account.count({ where }),
    db.prisma.account.findMany({
      where,
      orderBy: ORDERS[asked.order ?? "-created"],
      skip: (asked.page - 1) * asked.limit,
      take: asked.limit,
      select: SHOWN,
    }),
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
  const rows = await db.prisma.account.findMany({
    where: { hasAccount: true, ...matching(q) },
    orderBy: { id: "desc" },
    take: limit,
    select: { id: true, name: true, email: true },
  });
  return rows.map(({ id, ...row }) => ({ accountId: id, ...row }));
}

/** What PostgreSQL's patterns mean something by stands for itself. */
function matching(q: string): AccountWhereInput {
  const contained = { contains: q.replace(/[\\%_]/g, "\\$&"), mode: "insensitive" } as const;
  const number = /^#?\d{1,9}$/.test(q) ? [{ id: Number(q.replace("#", "")) }] : [];
  return { OR: [{ email: contained }, { name: contained }, ...number] };
}

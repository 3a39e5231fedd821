import type { Movement } from "@/lib/contracts/admin/accounts";
import type { Database } from "@/lib/db/client";
import { toDecimal } from "@/lib/money";
import { formatNz } from "@/lib/sms/nz-time";

/** The movements of an account's balance, newest first, and whether there are more behind them. */
export async function listMovements(
  db: Database,
  { accountId, page, limit }: { accountId: number; page: number; limit: number },
): Promise<{ movements: Movement[]; page: number; hasNextPage: boolean }> {
  const rows = await db.prisma.ledgerEntry.findMany({
    where: { accountId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    skip: (page - 1) * limit,
    take: limit + 1,
    select: {
      ...{ id: true, createdAt: true, kind: true, amountMicros: true, note: true },
      ...{ messageId: true, rateCode: true, segments: true },
    },
  });
  return {
    movements: rows.slice(0, limit).map(({ createdAt, amountMicros, ...row }) => ({
      ...row,
      at: formatNz(createdAt),
      amount: toDecimal(amountMicros),
    })),
    page,
    hasNextPage: rows.length > limit,
  };
}

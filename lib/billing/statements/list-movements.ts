import { type MovementRow, movementsStatement } from "@/lib/billing/statements/ledger.sql";
import type { Movement } from "@/lib/contracts/admin/accounts";
import type { Database } from "@/lib/db/client";
import { toDecimal } from "@/lib/money";
import { formatNz } from "@/lib/sms/nz-time";

/** Lists the changes of an account's balance, newest first, and whether there are more. */
export async function listMovements(
  db: Database,
  { accountId, page, limit }: { accountId: number; page: number; limit: number },
): Promise<{ movements: Movement[]; page: number; hasNextPage: boolean }> {
  const rows = await db.query<MovementRow>(movementsStatement(accountId, { page, limit }));
  return {
    movements: rows.slice(0, limit).map(({ at, amountMicros, ...row }) => ({
      ...row,
      at: formatNz(at),
      amount: toDecimal(amountMicros),
    })),
    page,
    hasNextPage: rows.length > limit,
  };
}

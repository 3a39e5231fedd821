import type { MoveResult } from "@/lib/cells/move/move-account";
import { MOVED_TABLES } from "@/lib/cells/move/moved-tables";
import { readShapes } from "@/lib/cells/move/moving";
import { sumOfStatement } from "@/lib/cells/move/rows.sql";
import { type MoveSetting, runMove } from "@/lib/cells/move/run-move";
import type { Database } from "@/lib/db/client";
import { openCell } from "@/tests/support/database/cells";

/**
 * Returns the settings with which a test's command moves accounts between its cells. No other server runs, so
 * the command waits for none.
 */
export function moveSetting(further: Partial<MoveSetting> = {}): MoveSetting {
  const urls = { 1: process.env.DATABASE_URL as string, ...JSON.parse(process.env.CELLS as string) };
  return {
    cells: [1, 2, 3].map((number) => ({ db: openCell(number), url: urls[number] as string })),
    say: () => {},
    step: async () => {},
    staleMs: 0,
    ...further,
  };
}

/** Moves an account, given by its ID or email address, as the command does. */
export function moveAccount(
  account: number | string,
  to: number,
  { together = false, ...further }: Partial<MoveSetting> & { together?: boolean } = {},
): Promise<MoveResult> {
  return runMove({ account: String(account), to, together }, moveSetting(further));
}

/** Returns the number of an account's rows in each table of a cell, with a checksum of their contents. */
export async function rowsOf(cell: Database, accountId: number): Promise<Record<string, string>> {
  const shapes = await readShapes(cell, [accountId]);
  const sums: Record<string, string> = {};
  for (const moved of MOVED_TABLES) {
    const shape = shapes.get(moved.table);
    if (!shape) throw new Error(`There is no table ${moved.table}.`);
    await cell.transaction(async (tx) => {
      const [row] = await tx.query<{ count: number; sum: string }>(sumOfStatement(moved, shape, [accountId]));
      if (row && row.count > 0) sums[moved.table] = `${row.count} ${row.sum}`;
    });
  }
  return sums;
}

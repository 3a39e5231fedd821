import { copyShared } from "@/lib/carriers/shared/copy-shared";
import { cellOfAccount, firstIdOf, HOME_CELL } from "@/lib/cell-numbers";
import { hasCopy, hasForeign, readAccountIds } from "@/lib/cells/manage/inspect-cell";
import {
  countFromStatement,
  unlockedSlotStatement,
  WHAT_IS_THERE,
} from "@/lib/cells/manage/inspect-cell.sql";
import type { Database } from "@/lib/db/client";
import { lockSlots } from "@/lib/db/locks/lock-rows";
import { checkServer } from "@/lib/db/migrations/check-server";
import { connect, describeDatabase, MigrationError } from "@/lib/db/migrations/connect";
import { migrate } from "@/lib/db/migrations/migrate";
import { createSchema } from "@/lib/db/migrations/schema";

/** A slot that only this check locks in a cell: a copy of the shared tables locks slot 0. */
const SAME_SLOT = 1;

/**
 * Makes a database, or a schema that it creates, a cell (rules: cells): applies migrations, starts the account ids at the
 * cell's first one, and copies the shared tables. It may run again after a kill or a restore, and while the cell is in use.
 * @param cells the home cell, and the database of the new cell.
 * @returns the migrations that were applied.
 * @throws MigrationError with one sentence for a database that cannot be this cell.
 */
export async function addCell(
  { home, cell }: { home: Database; cell: Database },
  url: string,
  now: Date,
): Promise<{ applied: string[] }> {
  await checkServer(url);
  await createSchema(url);
  await requireOurs(url);
  const { applied } = await migrate(url);
  const refuse = (reason: string) => new MigrationError(`The database ${describeDatabase(url)} ${reason}`);
  if (await isSame(home, cell)) throw refuse("is the home cell's.");
  const { foreign, copy, highest, countsFrom, lastGiven } = await readAccountIds(cell, home);
  if (foreign !== null) throw refuse(hasForeign(foreign, copy));
  const first = firstIdOf(cell.cell);
  const isCell = cellOfAccount(countsFrom) !== HOME_CELL;
  if (isCell && countsFrom !== first) throw refuse(`is cell ${cellOfAccount(countsFrom)} already.`);
  if (copy) throw refuse(hasCopy(copy));
  // An id is given once, even if its account was deleted or another one is being inserted now.
  const isCounting = isCell && (lastGiven ?? first - 1) >= (highest ?? 0);
  if (!isCounting) {
    const counted = { first, next: (highest ?? first - 1) + 1, last: firstIdOf(cell.cell + 1) - 1 };
    await cell.definitions.query({ text: countFromStatement(counted), values: [] });
  }
  await copyShared(cell, now);
  return { applied };
}

/** Rejects a database with foreign tables before anything is changed there. */
async function requireOurs(url: string): Promise<void> {
  const client = await connect(url);
  try {
    const [found] = (await client.query<{ tables: number; isOurs: boolean }>(WHAT_IS_THERE)).rows;
    if (found && found.tables > 0 && !found.isOurs)
      throw new MigrationError(
        `The database ${describeDatabase(url)} holds something else: a cell begins with an empty one.`,
      );
  } finally {
    await client.end();
  }
}

/** Returns whether two addresses lead to one database: a lock of one is then held against the other. */
function isSame(home: Database, cell: Database): Promise<boolean> {
  return home.transaction(async (tx) => {
    await lockSlots(tx, "directory", [SAME_SLOT]);
    const free = await cell.transaction((other) => other.query(unlockedSlotStatement(SAME_SLOT)));
    return free.length === 0;
  });
}

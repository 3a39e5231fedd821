import { HOME_CELL } from "@/lib/cell-numbers";
import { furtherCells } from "@/lib/cells/cells";
import { addCell } from "@/lib/cells/manage/add-cell";
import { checkDirectory } from "@/lib/cells/manage/check-directory";
import { type InspectedCell, inspectCell } from "@/lib/cells/manage/inspect-cell";
import { now } from "@/lib/clock";
import { closeDb, type Database, db } from "@/lib/db/client";
import { MigrationError } from "@/lib/db/migrations/connect";
import { measureClock } from "@/lib/jobs/clock/measure-clock";
import { cellAddresses, databaseOfNumber } from "@/scripts/lib/cell-databases";
import { CommandError, runCommand } from "@/server/base/command-error";
import { readSettings } from "@/server/base/settings";

const USAGE = `Usage: npm run cells -- <command>
  list     each cell: its database, whether it answers, its schema, accounts and shared tables
  add N    makes the empty database that CELLS names for N the cell N
  check    the same as list, and compares the directory of email addresses with who is in each cell:
           adds what is missing, removes what names nobody; exits with code 1 if anything is wrong
Every command prints JSON.`;

/** The databases of all cells, home first, with their addresses. */
type Opened = { db: Database; url: string };

function opened(): readonly Opened[] {
  const { databaseUrl } = readSettings();
  if (databaseUrl === undefined)
    throw new CommandError("Cells need DATABASE_URL: the embedded database is always the only one.");
  return cellAddresses(databaseUrl).map(({ cell, url }) => ({
    db: databaseOfNumber(db(), String(cell)),
    url,
  }));
}

async function list(): Promise<readonly InspectedCell[]> {
  const cells: InspectedCell[] = [];
  for (const { db: cell, url } of opened()) cells.push(await inspectCell(cell, url));
  return cells;
}

async function add(typed: string): Promise<object> {
  const cells = opened();
  const found = cells.find(({ db: { cell } }) => String(cell) === typed && cell !== HOME_CELL);
  if (!found) throw new CommandError(`There is no cell ${typed} to add: name its database in CELLS.`);
  const { applied } = await addCell({ home: db(), cell: found.db }, found.url, now());
  return { ...(await inspectCell(found.db, found.url)), migrationsApplied: applied.length };
}

/** Looks at every cell, and puts the directory right for those that answer. */
async function check(): Promise<object> {
  const cells = [];
  for (const { db: cell, url } of opened()) {
    const inspected = await inspectCell(cell, url);
    const isHome = cell.cell === HOME_CELL;
    const usable = inspected.problem === null && !isHome;
    const directory = usable ? await checkDirectory({ home: db(), cell }, now()) : null;
    if (inspected.problem !== null || (directory?.conflicts.length ?? 0) > 0) process.exitCode = 1;
    cells.push({ ...inspected, ...(isHome ? {} : { directory }) });
  }
  return cells;
}

runCommand(async () => {
  const [action, number, ...rest] = process.argv.slice(2);
  const isAdd = action === "add" && number !== undefined;
  const isOther = (action === "list" || action === "check") && number === undefined;
  if (rest.length > 0 || !(isAdd || isOther)) throw new CommandError(USAGE);
  try {
    if (opened().length === 1 && furtherCells().size === 0 && action !== "list")
      throw new CommandError("CELLS is not set: there is one database, the home cell.");
    await measureClock(db());
    const work = isAdd ? add(number) : action === "list" ? list() : check();
    console.log(JSON.stringify(await work, null, 2));
  } catch (error) {
    if (error instanceof MigrationError) throw new CommandError(error.message);
    throw error;
  } finally {
    await closeDb();
  }
});

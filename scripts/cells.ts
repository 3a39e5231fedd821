import { HOME_CELL } from "@/lib/cell-numbers";
import { addCell } from "@/lib/cells/manage/add-cell";
import { checkDirectory } from "@/lib/cells/manage/check-directory";
import { type InspectedCell, inspectCell } from "@/lib/cells/manage/inspect-cell";
import { placeCell } from "@/lib/cells/manage/place-cell";
import { STALE_MS } from "@/lib/cells/move/move-account";
import { MoveError } from "@/lib/cells/move/moving";
import { type MoveSetting, runMove, undoLeft } from "@/lib/cells/move/run-move";
import { now } from "@/lib/clock";
import { furtherCells } from "@/lib/db/cells/cells";
import { readMoved } from "@/lib/db/cells/moved";
import { closeDb, type Database, db } from "@/lib/db/client";
import { MigrationError } from "@/lib/db/migrations/connect";
import { measureClock } from "@/lib/jobs/clock/measure-clock";
import { cellAddresses, databaseOfNumber } from "@/scripts/lib/cell-databases";
import { readOptions } from "@/scripts/lib/operator-command";
import { CommandError, runCommand } from "@/server/base/command-error";
import { readSettings } from "@/server/base/settings";

const USAGE = [
  "Usage: npm run cells -- <command>",
  "  list     each cell: its database, whether it answers, its schema, accounts and shared tables",
  "  add N    makes a database the cell N: the empty one that CELLS names for N",
  "  place N  makes Citus move the cell N, a schema, to one of its nodes; no server may have it in CELLS",
  "  check    the same as list, and compares the directory of email addresses with the people of each cell:",
  "           adds missing entries, removes entries without a person; exits with code 1 if anything is wrong",
  "  move-account --account ID_OR_EMAIL --to N [--together]",
  "           moves an account to cell N while it is in use; with --together, also all accounts that share its people;",
  "           if it is run again, it finishes an interrupted move; if the account is in cell N already, it removes copies",
  "           of it that a restored backup has brought back into cells that it had left",
  "  move-account --undo   undoes a move that was interrupted before the account was in the other cell",
  "Every command prints JSON; move-account reports its progress on standard error.",
].join("\n");

/** The databases of all cells, home first, with their addresses. */
type CellHandle = { db: Database; url: string };

function opened(): readonly CellHandle[] {
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
  for (const { db: cell, url } of opened()) cells.push(await inspectCell(cell, url, db()));
  return cells;
}

async function add(typed: string): Promise<object> {
  const cells = opened();
  const found = cells.find(({ db: { cell } }) => String(cell) === typed && cell !== HOME_CELL);
  if (!found) throw new CommandError(`There is no cell ${typed} to add: name its database in CELLS.`);
  const { applied } = await addCell({ home: db(), cell: found.db }, found.url, now());
  return { ...(await inspectCell(found.db, found.url, db())), migrationsApplied: applied.length };
}

async function place(typed: string): Promise<object> {
  const found = opened().find(({ db: { cell } }) => String(cell) === typed && cell !== HOME_CELL);
  if (!found) throw new CommandError(`There is no cell ${typed} to place: name its schema in CELLS.`);
  await placeCell(found.url);
  return inspectCell(found.db, found.url, db());
}

/** Inspects every cell, and corrects the directory for those that answer, unless an account is moving. */
async function check(): Promise<object> {
  const move = await readMoved(db());
  const cells = [];
  for (const { db: cell, url } of opened()) {
    const inspected = await inspectCell(cell, url, db());
    const isHome = cell.cell === HOME_CELL;
    const usable = inspected.problem === null && !isHome && move === null;
    const directory = usable ? await checkDirectory({ home: db(), cell }, now()) : null;
    if (inspected.problem !== null || (directory?.conflicts.length ?? 0) > 0) process.exitCode = 1;
    cells.push({ ...inspected, ...(isHome ? {} : { directory }) });
  }
  return cells;
}

/** Returns the settings for moves by this command. */
function moveSetting(): MoveSetting {
  return {
    cells: opened(),
    say: (sentence) => console.error(sentence),
    step: async () => {},
    staleMs: STALE_MS,
  };
}

/** Moves an account, or undoes a move that was interrupted. */
async function move({ account, to, together, undo }: Values): Promise<object> {
  if (undo) {
    const { accounts, from, to: target } = await undoLeft(moveSetting());
    return { accounts, stayIn: from, notMovedTo: target };
  }
  if (account === undefined || !/^[1-9]\d?$/.test(to ?? "")) throw new CommandError(USAGE);
  return runMove({ account, to: Number(to), together: together === true }, moveSetting());
}

const OPTIONS = {
  account: { type: "string" },
  to: { type: "string" },
  together: { type: "boolean" },
  undo: { type: "boolean" },
} as const;

type Values = ReturnType<typeof readOptions<typeof OPTIONS>>["values"];

type Command = {
  work: (values: Values, number: string) => Promise<object>;
  options: readonly (keyof Values)[];
  /** True if a cell's number follows the command. */
  isNumbered?: boolean;
  /** True if it continues an unfinished move. */
  isMove?: boolean;
};

const COMMANDS: Readonly<Record<string, Command>> = {
  list: { work: list, options: [] },
  check: { work: check, options: [] },
  add: { work: (_, number) => add(number), options: [], isNumbered: true },
  place: { work: (_, number) => place(number), options: [], isNumbered: true },
  "move-account": { work: move, options: ["account", "to", "together", "undo"], isMove: true },
};

runCommand(async () => {
  const { positionals, values } = readOptions(OPTIONS, USAGE);
  const [action = "", number, ...rest] = positionals;
  const command = Object.hasOwn(COMMANDS, action) ? COMMANDS[action] : undefined;
  const isAsked = command && rest.length === 0 && (number !== undefined) === (command.isNumbered === true);
  const given = Object.keys(values) as (keyof Values)[];
  if (!isAsked || !given.every((name) => command.options.includes(name))) throw new CommandError(USAGE);
  try {
    if (opened().length === 1 && furtherCells().size === 0 && action !== "list")
      throw new CommandError("CELLS is not set: there is one database, the home cell.");
    await measureClock(db());
    const moving = command.isMove ? null : await readMoved(db());
    if (moving) console.error(`A move of ${moving.accounts.join(", ")} to cell ${moving.to} is under way.`);
    console.log(JSON.stringify(await command.work(values, number ?? ""), null, 2));
  } catch (error) {
    if (error instanceof MigrationError || error instanceof MoveError) throw new CommandError(error.message);
    throw error;
  } finally {
    await closeDb();
  }
});

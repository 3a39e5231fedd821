import {
  cellOfAddressStatement,
  claimAddressStatement,
  whoHasAddressStatement,
} from "@/lib/auth/directory/directory.sql";
import { BoundedMap } from "@/lib/bounded-map";
import { HOME_CELL } from "@/lib/cell-numbers";
import { cellDatabase, databaseOfAccount, furtherCells } from "@/lib/db/cells/cells";
import { movedVersion } from "@/lib/db/cells/moved";
import { type Database, db, type Transaction } from "@/lib/db/client";
import { inCallerTurn } from "@/lib/db/locks/caller-turns";
import { lockSlots, slotOf } from "@/lib/db/locks/lock-rows";
import { DatabaseUnavailableError } from "@/lib/db/unavailable";
import { processWide } from "@/lib/process-wide";

/** How long what the directory says of an address counts (rules: cell directory). */
const FRESH_MS = 5_000;

/** How many addresses are remembered; the oldest go first. */
const MAX_REMEMBERED = 20_000;

/** The longest email address that an account may have. */
const MAX_EMAIL_LENGTH = 254;

/** `version`: what was known then of accounts that have moved. */
type Looked = { cell: number; readAt: number; version: number };

const remembered = processWide("gatewayCellAddresses", () => new WeakMap<Database, BoundedMap<Looked>>());

/**
 * The database in which somebody with an email address would be: home for whom the directory does not name. Where
 * there is one cell, nothing is asked. While home is away, an address stays where it was found last.
 * @param home the home cell's.
 * @param turn in which home is asked (rules: look-ups); without one, nobody unknown asks.
 */
export async function databaseOfEmail(
  home: Database,
  email: string,
  now: Date,
  turn?: string,
): Promise<Database> {
  if (furtherCells().size === 0) return home;
  const address = email.trim().toLowerCase();
  // No account has such an address: nothing so long is remembered, and the database takes no NUL.
  if (address.length > MAX_EMAIL_LENGTH || address.includes("\0")) return home;
  const known = rememberedOf(home).get(address);
  const age = known ? now.getTime() - known.readAt : Number.POSITIVE_INFINITY;
  const version = movedVersion();
  if (known?.version === version && age >= 0 && age < FRESH_MS) return cellDatabase(home, known.cell);
  const isKnown = known !== undefined;
  const read = () => readCell(home, address);
  const cell = await (turn === undefined ? read() : inCallerTurn(home, turn, read, { isKnown })).catch(
    (error: unknown) => {
      if (known && error instanceof DatabaseUnavailableError) return known.cell;
      throw error;
    },
  );
  rememberedOf(home).set(address, { cell, readAt: now.getTime(), version });
  return cellDatabase(home, cell);
}

/** The database of an account that is named by its number or by its email address; home where the name is neither. */
export async function databaseOfNamed(home: Database, name: string, now: Date): Promise<Database> {
  if (/^\d{1,10}$/.test(name)) return databaseOfAccount(home, Number(name));
  return name.includes("@") ? databaseOfEmail(home, name, now) : home;
}

async function readCell(home: Database, address: string): Promise<number> {
  const [found] = await home.query<{ cell: number }>(cellOfAddressStatement(address));
  return found?.cell ?? HOME_CELL;
}

/** Whether somebody in another cell than this one has an email address. Where there is one cell, nothing is asked. */
export async function isElsewhere({ cell }: Pick<Database, "cell">, email: string): Promise<boolean> {
  if (furtherCells().size === 0) return false;
  const [found] = await db().query<{ cell: number | null; isAtHome: boolean }>(whoHasAddressStatement(email));
  const there = found?.cell ?? (found?.isAtHome ? HOME_CELL : cell);
  return there !== cell;
}

/**
 * Takes an email address for a cell, before the account or the sign-in with it is made there: a crash in between
 * leaves an entry that names nobody, which the next attempt uses, and `npm run cells -- check` removes. At home there
 * is nothing to take: `isUntaken` looks in the transaction itself.
 * @returns whether the cell may have it: false where another cell has.
 */
export async function claimAddress({ cell }: Database, email: string, now: Date): Promise<boolean> {
  if (cell === HOME_CELL) return true;
  const home = db();
  const isOurs = await home.transaction(async (tx) => {
    await lockSlots(tx, "directory", [slotOf(email)]);
    const [found] = await tx.query<{ isAtHome: boolean }>(whoHasAddressStatement(email));
    if (found?.isAtHome) return false;
    return (await tx.query(claimAddressStatement(email, cell, now))).length > 0;
  });
  if (isOurs) rememberedOf(home).set(email, { cell, readAt: now.getTime(), version: movedVersion() });
  return isOurs;
}

/**
 * Whether the directory leaves an email address to the home cell. It has whoever claims the same one for another cell
 * wait until the transaction has ended.
 * @param tx a transaction that makes an account or a sign-in with it, and has not done so yet.
 */
export async function isUntaken(tx: Transaction, email: string): Promise<boolean> {
  if (tx.cell !== HOME_CELL || furtherCells().size === 0) return true;
  await lockSlots(tx, "directory", [slotOf(email)]);
  return (await tx.query(cellOfAddressStatement(email))).length === 0;
}

function rememberedOf(home: Database): BoundedMap<Looked> {
  const existing = remembered.value.get(home);
  if (existing) return existing;
  const made = new BoundedMap<Looked>(MAX_REMEMBERED);
  remembered.value.set(home, made);
  return made;
}

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

/** The lifetime of an answer of the directory (rules: cell directory). */
const FRESH_MS = 5_000;

/** The most cached addresses. The oldest are dropped first. */
const MAX_REMEMBERED = 20_000;

/** The longest email address of an account. */
const MAX_EMAIL_LENGTH = 254;

/** The cell of an address. `version`: the knowledge of moved accounts at the time of the read. */
type AddressCell = { cell: number; readAt: number; version: number };

const remembered = processWide(
  "gatewayCellAddresses",
  () => new WeakMap<Database, BoundedMap<AddressCell>>(),
);

/**
 * Returns the database of an email address: home for an address that is not in the directory. A service of one cell
 * runs no statement. If home is away, the last answer is valid.
 * @param home the home cell's database.
 * @param turn the turn in which home is asked for an unknown caller (rules: look-ups).
 */
export async function databaseOfEmail(
  home: Database,
  email: string,
  now: Date,
  turn?: string,
): Promise<Database> {
  if (furtherCells().size === 0) return home;
  const address = email.trim().toLowerCase();
  // No account has such an address. Long ones would fill the memory, and the database refuses NUL.
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

/** Returns the database of an account by its number or its email address; home for another name. */
export async function databaseOfNamed(home: Database, name: string, now: Date): Promise<Database> {
  if (/^\d{1,10}$/.test(name)) return databaseOfAccount(home, Number(name));
  return name.includes("@") ? databaseOfEmail(home, name, now) : home;
}

async function readCell(home: Database, address: string): Promise<number> {
  const [found] = await home.query<{ cell: number }>(cellOfAddressStatement(address));
  return found?.cell ?? HOME_CELL;
}

/** Returns whether another cell has an email address. A service of one cell runs no statement. */
export async function isElsewhere({ cell }: Pick<Database, "cell">, email: string): Promise<boolean> {
  if (furtherCells().size === 0) return false;
  const [found] = await db().query<{ cell: number | null; isAtHome: boolean }>(whoHasAddressStatement(email));
  const there = found?.cell ?? (found?.isAtHome ? HOME_CELL : cell);
  return there !== cell;
}

/**
 * Claims an email address for a cell before the account or the sign-in is inserted there. After a crash in between,
 * an entry without an account remains: the next attempt uses it, and `npm run cells -- check` removes it. Home needs
 * no entry: `isUntaken` checks in the transaction itself.
 * @returns false if another cell has the address.
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
 * Returns whether home may use an email address. Until the transaction ends, a claim of the address for another cell
 * waits.
 * @param tx the transaction that is about to insert an account or a sign-in with the address.
 */
export async function isUntaken(tx: Transaction, email: string): Promise<boolean> {
  if (tx.cell !== HOME_CELL || furtherCells().size === 0) return true;
  await lockSlots(tx, "directory", [slotOf(email)]);
  return (await tx.query(cellOfAddressStatement(email))).length === 0;
}

function rememberedOf(home: Database): BoundedMap<AddressCell> {
  const existing = remembered.value.get(home);
  if (existing) return existing;
  const made = new BoundedMap<AddressCell>(MAX_REMEMBERED);
  remembered.value.set(home, made);
  return made;
}

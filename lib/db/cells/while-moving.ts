import { setTimeout as sleep } from "node:timers/promises";
import { now } from "@/lib/clock";
import { databaseOfAccount, furtherCells } from "@/lib/db/cells/cells";
import { currentMove, hasStoodStill, noteLook, readMoved } from "@/lib/db/cells/moved";
import { behindFenceStatement, fenceStatement } from "@/lib/db/cells/moved.sql";
import { type Database, db, type Queryable } from "@/lib/db/client";
import { AccountMovedError, databaseFailure, isMovedAway } from "@/lib/db/unavailable";
import { processWide } from "@/lib/process-wide";

/** The longest wait of work for an account that moves, and the interval between its looks. */
const WAIT_FOR_MOVE_MS = 5_000;
/** The longest wait of a leased item's result. The work is done already, and would be repeated. */
const WAIT_FOR_LEASED_MS = 20_000;
const LOOK_MS = 40;

/** The longest first look of a process that stood still. */
const CATCH_UP_MS = 2_000;

/** The first look of a process that has stood still, for which all requests wait. */
const catchingUp = processWide<Promise<void> | undefined>("gatewayCatchingUp", () => undefined);

/**
 * Does work that chooses the account's cell, and repeats it while the database refuses it because the account moves
 * (rules: moving an account). A refused attempt has changed nothing. In a service of one cell the work is done once.
 */
export function whileMoving<Result>(work: () => Promise<Result>): Promise<Result> {
  return furtherCells().size === 0 ? work() : again(work);
}

async function again<Result>(work: () => Promise<Result>): Promise<Result> {
  await catchUpWithMoves();
  const endAt = performance.now() + WAIT_FOR_MOVE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isMovedAway(error) || performance.now() >= endAt) throw error;
      await lookAgain();
    }
  }
}

/**
 * Reads the cells of moved accounts in a process that has stood still between two requests: it would look for accounts in
 * cells that they have left. Other processes read that each second.
 */
export async function catchUpWithMoves(): Promise<void> {
  if (hasStoodStill(now())) {
    noteLook(now());
    catchingUp.value = Promise.race([readMovedSafely(), sleep(CATCH_UP_MS)]).finally(() => {
      catchingUp.value = undefined;
    });
  }
  await catchingUp.value;
}

/** Waits a moment and reads the cells of moved accounts. If home is away, the last state stays. */
export async function lookAgain(): Promise<void> {
  await sleep(LOOK_MS);
  await readMovedSafely();
}

async function readMovedSafely(): Promise<void> {
  await readMoved(db()).catch((error: unknown) => {
    if (databaseFailure(error) === null) throw error;
  });
}

/** Groups items of accounts by the databases of the accounts. */
export function byCell<Each>(
  all: readonly Each[],
  accountOf: (each: Each) => number,
): ReadonlyMap<Database, Each[]> {
  const cells = new Map<Database, Each[]>();
  for (const each of all) {
    const cell = databaseOfAccount(db(), accountOf(each));
    const theirs = cells.get(cell);
    if (theirs) theirs.push(each);
    else cells.set(cell, [each]);
  }
  return cells;
}

/**
 * Writes items of accounts in the current cells of the accounts, each item once. Items of an account that moves wait.
 * @param own the former database of the accounts. A service of one cell writes all items there.
 */
export async function writeInTheirCells<Each>(
  own: Database,
  all: readonly Each[],
  accountOf: (each: Each) => number,
  write: (cell: Database, theirs: readonly Each[]) => Promise<unknown>,
): Promise<void> {
  if (furtherCells().size === 0) {
    await write(own, all);
    return;
  }
  let left = all;
  await whileMoving(async () => {
    for (const [cell, theirs] of byCell(left, accountOf)) {
      await write(cell, theirs);
      const written = new Set(theirs);
      left = left.filter((each) => !written.has(each));
    }
  });
}

/** Returns whether accounts leave or enter a cell now, so that it may have only some of their rows. */
export async function isMovingIn(cell: Database): Promise<boolean> {
  return furtherCells().size > 0 && (await cell.query(fenceStatement())).length > 0;
}

/**
 * Checks that an account is in the cell whose rows were read. Call it after the read: the rows may have been removed.
 * The database refuses a change in a cell that the account has left, but not an operation that finds no row to
 * change.
 * @throws AccountMovedError
 */
export async function requireHere(cell: Queryable, accountId: number): Promise<void> {
  if (furtherCells().size === 0) return;
  if ((await cell.query(behindFenceStatement(accountId))).length > 0) throw new AccountMovedError(undefined);
}

/** Ignores the refusal of work for an account that has moved. A sweep continues with the other accounts. */
export function leaveIfMoved(error: unknown): void {
  if (!isMovedAway(error)) throw error;
}

/**
 * Writes the results of leased items in the current cells of their accounts: a lease moves with its account. Items of
 * an account that moves wait for at most 20 seconds.
 * @param own the former database of the accounts.
 * @param write returns the ids of the items whose lease it did not find.
 * @returns the ids of the items whose lease no cell has: another worker has it.
 */
export async function writeWhereLeasesAre<Each extends { id: string; accountId: number }>(
  own: Database,
  all: readonly Each[],
  write: (cell: Database, theirs: readonly Each[]) => Promise<readonly string[]>,
): Promise<string[]> {
  if (furtherCells().size === 0) return [...(await write(own, all))];
  const writeUnlessMoved = (cell: Database, theirs: readonly Each[]) =>
    write(cell, theirs).catch((error: unknown) => {
      if (!isMovedAway(error)) throw error;
      return theirs.map(({ id }) => id);
    });
  let left = [...(await writeUnlessMoved(own, all))];
  const endAt = performance.now() + WAIT_FOR_LEASED_MS;
  while (left.length > 0) {
    await lookAgain();
    const ids = new Set(left);
    const open = all.filter(({ id }) => ids.has(id));
    left = [];
    for (const [cell, theirs] of byCell(open, ({ accountId }) => accountId))
      left.push(...(await writeUnlessMoved(cell, theirs)));
    const accounts = new Set(currentMove()?.accounts);
    const isMoving = open.some(({ id, accountId }) => accounts.has(accountId) && left.includes(id));
    if (!isMoving || performance.now() >= endAt) break;
  }
  return left;
}

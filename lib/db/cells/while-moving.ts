import { setTimeout as sleep } from "node:timers/promises";
import { now } from "@/lib/clock";
import { databaseOfAccount, furtherCells } from "@/lib/db/cells/cells";
import { currentMove, hasStoodStill, noteLook, readMoved } from "@/lib/db/cells/moved";
import { behindFenceStatement, fenceStatement } from "@/lib/db/cells/moved.sql";
import { type Database, db, type Queryable } from "@/lib/db/client";
import { AccountMovedError, databaseFailure, isMovedAway } from "@/lib/db/unavailable";
import { processWide } from "@/lib/process-wide";

/** For so long a piece of work waits for an account that moves, and how often it looks. */
const WAIT_FOR_MOVE_MS = 5_000;
const LOOK_MS = 40;

/** A process that stood still waits no longer than this for what it looks at first. */
const CATCH_UP_MS = 2_000;

/** What all wait for that are asked of a process that has stood still. */
const catchingUp = processWide<Promise<void> | undefined>("gatewayCatchingUp", () => undefined);

/**
 * Does work that finds the account's cell by itself, and does it again as long as it is refused because the account moves
 * (rules: moving an account): nothing of it was done then. Where there is one cell, it is done, and no more.
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
 * Reads where accounts are by now in a process that has stood still, as those that answer requests alone do: it would look for
 * them where they are no longer, and find nobody. Any other one reads that each second.
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

/** Waits a moment, and reads where accounts are by then; while home is away, what was known stays. */
export async function lookAgain(): Promise<void> {
  await sleep(LOOK_MS);
  await readMovedSafely();
}

async function readMovedSafely(): Promise<void> {
  await readMoved(db()).catch((error: unknown) => {
    if (databaseFailure(error) === null) throw error;
  });
}

/** What is of accounts, by the databases that these are in. */
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
 * Writes what is of accounts in the cells that these are in by now, each piece once; what is of one that moves waits for it.
 * @param own the cell's that they were in. Where there is one cell, all is written there.
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

/** Whether accounts leave or enter a cell just now, of which it may have some rows and not the others. */
export async function isMovingIn(cell: Database): Promise<boolean> {
  return furtherCells().size > 0 && (await cell.query(fenceStatement())).length > 0;
}

/**
 * Makes sure that an account is in the cell whose rows of it were looked at. The database refuses what changes them where it
 * is not, but who finds nothing to change is not refused: its rows may have been removed there. It is asked after the look.
 * @throws AccountMovedError
 */
export async function requireHere(cell: Queryable, accountId: number): Promise<void> {
  if (furtherCells().size === 0) return;
  if ((await cell.query(behindFenceStatement(accountId))).length > 0) throw new AccountMovedError(undefined);
}

/** Leaves what is of an account to the cell that it is in: for a sweep, which goes on with those of others. */
export function leaveIfMoved(error: unknown): void {
  if (!isMovedAway(error)) throw error;
}

/**
 * Writes what became of work that an account's row was leased for, in the cell that the account is in by then: the lease goes
 * along.
 * @param write gives a row where it has found the lease.
 * @returns whether it has.
 */
export async function writeWhereLeaseIs(
  own: Database,
  accountId: number,
  write: (cell: Database) => Promise<readonly unknown[]>,
): Promise<boolean> {
  if ((await write(own)).length > 0) return true;
  if (furtherCells().size === 0) return false;
  const endAt = performance.now() + WAIT_FOR_MOVE_MS;
  for (;;) {
    await lookAgain();
    if ((await write(databaseOfAccount(db(), accountId))).length > 0) return true;
    const isMoving = currentMove()?.accounts.includes(accountId) === true;
    if (!isMoving || performance.now() >= endAt) return false;
  }
}

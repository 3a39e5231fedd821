import { setTimeout as sleep } from "node:timers/promises";
import { copyShared } from "@/lib/carriers/shared/copy-shared";
import { catchUp } from "@/lib/cells/move/catch-up";
import { copyEarly, copyTable, removeRows } from "@/lib/cells/move/copy-rows";
import { guard, unguard } from "@/lib/cells/move/guard";
import { countChangesStatement, FORGET_ALL_CHANGES, removeFenceStatement } from "@/lib/cells/move/guard.sql";
import { holdAndCommit } from "@/lib/cells/move/hold";
import { beginMoveStatement, endMoveStatement } from "@/lib/cells/move/home.sql";
import { MOVED_TABLES } from "@/lib/cells/move/moved-tables";
import { inSnapshot, MoveError, type Moving } from "@/lib/cells/move/moving";
import { now } from "@/lib/clock";
import { indexAnew } from "@/lib/messages/search-index/index-anew";

/** A number of changes that is written within a moment. */
const FEW_CHANGES = 300;

/** A pass that is this short has brought the other cell as near as possible. */
const NEAR_MS = 250;

/** The most passes before changes are held, and the most attempts to hold them. */
const MAX_PASSES = 20;
const MAX_HOLDS = 20;
const BETWEEN_HOLDS_MS = 2_000;

/** The longest time for which a process may still use an account's old cell. */
export const STALE_MS = 10_000;

/** The result of a move. */
export type MoveResult = {
  accounts: readonly number[];
  from: number;
  to: number;
  /** The numbers of rows that were copied, and of changes meanwhile. */
  rows: number;
  changes: number;
  /** The wait of changes in milliseconds; null if an earlier command has committed the move. */
  heldMs: number | null;
};

/**
 * Moves accounts from one cell to another while they are in use (rules: moving an account). It copies all rows, copies
 * changed rows again, holds changes for a moment, and commits the move at home. Then it removes the rows of the first cell.
 * @throws MoveError if the move is not committed: the accounts stay in the first cell.
 */
export async function moveAccounts(moving: Moving, staleMs: number): Promise<MoveResult> {
  const { home, source, target, move, say } = moving;
  await moving.step("begin");
  if ((await home.query(beginMoveStatement(move))).length === 0)
    throw new MoveError("Another move is under way.");
  await copyShared(target.db, now());
  await guard(moving, source.db, "leaving");
  await guard(moving, target.db, "arriving");
  say("Copying while the account is in use.");
  const rows = await copyEarly(moving);
  say(`${rows} rows are copied.`);
  let changes = 0;
  let heldMs: number | null = null;
  for (let hold = 1; heldMs === null; hold++) {
    changes += await comeNear(moving);
    await moving.step("compare all");
    if (hold === 1) changes += (await catchUp(moving, true)) + (await comeNear(moving));
    heldMs = await holdAndCommit(moving);
    if (heldMs !== null) break;
    if (hold === MAX_HOLDS)
      throw new MoveError("The account changes faster than it is copied: try again at a quieter time.");
    say("Others were in the way: trying again.");
    await sleep(BETWEEN_HOLDS_MS);
  }
  say(`The account is in cell ${move.to}: its changes waited for ${heldMs} ms.`);
  await finishMove(moving, staleMs);
  return { accounts: move.accounts, from: move.from, to: move.to, rows, changes, heldMs };
}

/**
 * Catches up until few changes are left, or the other cell gets no nearer.
 * @returns the number of changes.
 */
async function comeNear(moving: Moving): Promise<number> {
  let changes = 0;
  for (let pass = 1; pass <= MAX_PASSES; pass++) {
    await moving.step(`catch up ${pass}`);
    const startedAt = performance.now();
    changes += await catchUp(moving);
    const isNear = performance.now() - startedAt <= NEAR_MS;
    const [left] = await moving.source.db.query<{ count: number }>(countChangesStatement(FEW_CHANGES));
    if (isNear || (left?.count ?? 0) < FEW_CHANGES) break;
  }
  return changes;
}

/** The tables in which workers look for work: their rows are removed at once. */
const QUEUES = new Set(["message_queue", "webhook_attempts", "webhook_deliveries", "emails"]);

/**
 * Finishes a committed move: removes the rows of the first cell once every process knows of the move. Safe to repeat.
 */
export async function finishMove(moving: Moving, staleMs: number): Promise<void> {
  const { home, source, target, move, say } = moving;
  await moving.step("finish");
  await target.db.query(removeFenceStatement(move.move));
  await unguard(moving, target.db);
  await source.db.query(FORGET_ALL_CHANGES);
  await removeRows(moving, source.db, ({ table }) => QUEUES.has(table));
  await moving.step("wait");
  await sleep(staleMs);
  await inSnapshot(source, async (asking) => {
    for (const moved of MOVED_TABLES.filter(({ when }) => when === "after"))
      await copyTable(moving, moved, asking);
  });
  await moving.step("remake");
  for (const accountId of move.accounts) await indexAnew(target.db, accountId);
  say(`Removing the remaining rows from cell ${move.from}.`);
  await removeRows(moving, source.db);
  await unguard(moving, source.db);
  await moving.step("end");
  await home.query(endMoveStatement(move.move, "moved"));
}

/** Undoes a move that is not committed: the account stays where it is. Safe to repeat. */
export async function undoMove(moving: Moving): Promise<void> {
  const { home, source, target, move } = moving;
  await moving.step("undo");
  await unguard(moving, source.db);
  await removeRows(moving, target.db);
  await unguard(moving, target.db);
  await home.query(endMoveStatement(move.move, "copying"));
}

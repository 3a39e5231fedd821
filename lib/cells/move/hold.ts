import { HOME_CELL } from "@/lib/cell-numbers";
import { requireMovable } from "@/lib/cells/move/account-group";
import { readChanges, writeChanges } from "@/lib/cells/move/catch-up";
import { copyTable, removeRows } from "@/lib/cells/move/copy-rows";
import {
  holdStatement,
  lockFenceStatement,
  PASSING,
  releaseStatement,
  removeFenceStatement,
  turnFenceStatement,
  WAITING_BRIEFLY,
} from "@/lib/cells/move/guard.sql";
import {
  noteMovedStatement,
  removeAddressesStatement,
  setAddressesStatement,
  turnMoveStatement,
} from "@/lib/cells/move/home.sql";
import { MOVED_TABLES } from "@/lib/cells/move/moved-tables";
import { MoveError, type Moving } from "@/lib/cells/move/moving";
import { settleMove } from "@/lib/cells/move/settle-move";
import { now } from "@/lib/clock";
import { readMoved } from "@/lib/db/cells/moved";
import type { Transaction } from "@/lib/db/client";
import { lockSlots, slotOf } from "@/lib/db/locks/lock-rows";

/** The longest wait of the account's changes. An attempt without its commit by then is given up and repeated. */
const HELD_MS = 1_000;
const COMMIT_BY_MS = 700;

/**
 * Holds the account's changes, copies the last ones, and commits the move at home (rules: moving an account). Changes
 * wait meanwhile, and none is rejected. If the command is killed, the account is in the cell that home names.
 * @returns the wait of the changes in milliseconds; null if the attempt was given up.
 */
export async function holdAndCommit(moving: Moving): Promise<number | null> {
  const { home, source, target, move } = moving;
  const emails = await emailsOf(moving);
  const startedAt = performance.now();
  await moving.step("hold");
  await source.db.query(holdStatement(move.move, HELD_MS));
  try {
    await source.db.transaction((tx) => closeSource(moving, tx, startedAt));
    await moving.step("commit");
    await commitAtHome(moving, emails);
  } catch (error) {
    await giveUp(moving);
    if (isInTheWay(error)) return null;
    throw error;
  }
  await moving.step("open");
  await target.db.query(removeFenceStatement(move.move));
  const heldMs = Math.round(performance.now() - startedAt);
  for (const job of ["dispatch", "webhooks", "emails", "replies"] as const) target.db.wake(job);
  await readMoved(home);
  return heldMs;
}

/** Another transaction had the fence or lasted too long. */
class InTheWay extends Error {}

/** Returns whether another transaction was in the way. 55P03: a lock was not free in time. */
function isInTheWay(error: unknown): boolean {
  return error instanceof InTheWay || (Object(error) as { code?: unknown }).code === "55P03";
}

async function closeSource(moving: Moving, tx: Transaction, startedAt: number): Promise<void> {
  const { home, target, move } = moving;
  await tx.query(WAITING_BRIEFLY);
  await tx.query(PASSING);
  await moving.step("lock");
  const locked = await tx.query(lockFenceStatement(move.move));
  if (locked.length === 0) throw new MoveError("The fence belongs to no move, or to another one.");
  // From here on the account does not change: all statements see the same rows.
  await requireMovable({ source: tx, target: target.db }, move.accounts, true);
  await moving.step("last changes");
  const changes = await readChanges(tx);
  await writeChanges(moving, tx, changes);
  for (const moved of MOVED_TABLES.filter(({ when }) => when === "held")) await copyTable(moving, moved, tx);
  if (performance.now() - startedAt > COMMIT_BY_MS) throw new InTheWay();
  await moving.step("close");
  const turned = await home.query(turnMoveStatement(move.move, { from: "copying", to: "committing" }, now()));
  if (turned.length === 0) throw new MoveError("Another process has settled this move.");
  await target.db.query(turnFenceStatement(move.move, "arriving", "closed"));
  await moving.step("close the fence");
  await tx.query(turnFenceStatement(move.move, "leaving", "closed"));
}

/** Returns the email addresses of the people that move. */
async function emailsOf({ source, move }: Moving): Promise<string[]> {
  const where = { id: { in: move.accounts } };
  const people = await source.db.prisma.account.findMany({ where, select: { email: true } });
  return people.map(({ email }) => email);
}

/** Commits the move by one transaction at home: from then on the account is in the other cell. */
async function commitAtHome({ home, move }: Moving, emails: readonly string[]): Promise<void> {
  await home.transaction(async (tx) => {
    const at = now();
    await lockSlots(tx, "directory", emails.map(slotOf));
    const turned = await tx.query(turnMoveStatement(move.move, { from: "committing", to: "moved" }, at));
    if (turned.length === 0) throw new InTheWay();
    await tx.query(noteMovedStatement(move, at));
    await tx.query(
      move.to === HOME_CELL ? removeAddressesStatement(emails) : setAddressesStatement(emails, move.to, at),
    );
  });
}

/** Lets the account go on in the cell that home names. */
async function giveUp(moving: Moving): Promise<void> {
  const { home, source, target, move } = moving;
  const current = await readMoved(home);
  if (current?.move !== move.move) return;
  await settleMove(home, current, true, now());
  // A commit with a lost connection may arrive after the read: then the move is done.
  const settled = await readMoved(home);
  if (settled?.move !== move.move) return;
  // The next attempt copies them again.
  if (settled.state === "copying") await removeRows(moving, target.db, ({ when }) => when === "held");
  await source.db.query(releaseStatement(move.move));
}

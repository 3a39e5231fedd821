import { databaseOfNamed } from "@/lib/auth/directory/directory";
import { HOME_CELL } from "@/lib/cell-numbers";
import { findMover, groupOf, requireMovable } from "@/lib/cells/move/account-group";
import { removeRows } from "@/lib/cells/move/copy-rows";
import { finishMove, type MoveResult, moveAccounts, undoMove } from "@/lib/cells/move/move-account";
import { MoveError, type Moving, type Place, readShapes } from "@/lib/cells/move/moving";
import { settleMove } from "@/lib/cells/move/settle-move";
import { now } from "@/lib/clock";
import { readMoved } from "@/lib/db/cells/moved";
import { type MoveRow, movedAwayStatement, moveStatement } from "@/lib/db/cells/moved.sql";
import { withLongSession } from "@/lib/db/client";
import { newId } from "@/lib/ids";

/** The account that an operator wants to move, by its id or email address. */
export type MoveRequest = {
  account: string;
  to: number;
  /** True to move all accounts that share people with it as well. */
  together: boolean;
};

/** The cells of the installation, home first. `staleMs`: the time for which a process may not know of a move. */
export type MoveSetting = Pick<Moving, "say" | "step"> & { cells: readonly Place[]; staleMs: number };

/**
 * Moves an account to another cell (rules: moving an account). If an earlier move of the account was killed, it is
 * finished if it was committed, and otherwise undone and begun again. If the account is in that cell already, copies
 * of it are removed from cells that it has left.
 * @throws MoveError with a sentence for the operator.
 */
export function runMove(request: MoveRequest, setting: MoveSetting): Promise<MoveResult> {
  return alone(setting, async (own) => {
    const left = await leftMove(own);
    const home = placeOf(own, HOME_CELL);
    const source = left?.source.db ?? (await databaseOfNamed(home.db, request.account, now()));
    const accountId =
      (await findMover(source, request.account)) ??
      (left ? await findMover(left.target.db, request.account) : null);
    if (left && accountId !== null && left.move.accounts.includes(accountId)) {
      if (left.move.state === "moved") return finishLeft(left, own);
      own.say("An earlier move of it was not finished: its copied rows are removed.");
      await undoMove(left);
    } else if (left) throw new MoveError(`${underWay(left.move)} Finish it, or undo it, before another one.`);
    if (accountId === null) throw new MoveError(`There is no account ${request.account}.`);
    return beginMove(own, { accountId, from: source.cell }, request);
  });
}

/**
 * Undoes a move that was not committed.
 * @throws MoveError if there is none, or it is committed.
 */
export function undoLeft(setting: MoveSetting): Promise<MoveRow> {
  return alone(setting, async (own) => {
    const left = await leftMove(own);
    if (!left) throw new MoveError("No move is under way.");
    if (left.move.state === "moved")
      throw new MoveError(
        `${underWay(left.move)} The account is in cell ${left.move.to} already: finish the move, and move it back then.`,
      );
    await undoMove(left);
    return left.move;
  });
}

async function beginMove(
  setting: MoveSetting,
  { accountId, from }: { accountId: number; from: number },
  { to, together }: MoveRequest,
): Promise<MoveResult> {
  if (from === to) return removeCopies(setting, { accountId, to });
  const [source, target] = [placeOf(setting, from).db, placeOf(setting, to).db];
  const accounts = await groupOf(source, accountId);
  await requireMovable({ source, target }, accounts, together);
  const moving = await movingOf(setting, newMove(accounts, from, to));
  const { home, move } = moving;
  setting.say(`Moving ${accounts.join(", ")} from cell ${from} to cell ${to}.`);
  try {
    return await moveAccounts(moving, setting.staleMs);
  } catch (error) {
    const current = await readMoved(home);
    if (current?.move === move.move && current.state === "copying") await undoMove(moving);
    throw misfit(error, to) ?? error;
  }
}

/**
 * Removes an account from a cell that it has left, if a restored backup has brought it back. Servers refuse to start with
 * such a cell until the row of the account, which is removed last, is gone.
 * @throws MoveError if no other cell has the account.
 */
async function removeCopies(
  setting: MoveSetting,
  { accountId, to }: { accountId: number; to: number },
): Promise<MoveResult> {
  for (const { db } of setting.cells) {
    const { cell } = db;
    const left = await placeOf(setting, HOME_CELL).db.query<{ accountId: number }>(movedAwayStatement(cell));
    const hasLeft = left.some((one) => one.accountId === accountId);
    if (!hasLeft || (await findMover(db, String(accountId))) === null) continue;
    setting.say(`Removing account ${accountId} from cell ${cell}, which it has left.`);
    await removeRows(await movingOf(setting, newMove([accountId], cell, to)), db);
    return { accounts: [accountId], from: cell, to, rows: 0, changes: 0, heldMs: null };
  }
  throw new MoveError(`The account is in cell ${to}.`);
}

/** Returns a move with the databases and tables that it concerns. */
async function movingOf(setting: MoveSetting, move: MoveRow): Promise<Moving> {
  const [home, source, target] = [HOME_CELL, move.from, move.to].map((number) =>
    placeOf(setting, number),
  ) as [Place, Place, Place];
  const shapes = await readShapes(source.db.definitions, move.accounts);
  return { home: home.db, source, target, move, shapes, say: setting.say, step: setting.step };
}

function newMove(accounts: number[], from: number, to: number): MoveRow {
  const at = now();
  return { move: newId(), accounts, from, to, state: "copying", begunAt: at, changedAt: at };
}

/** Returns a sentence about a constraint of the other cell that rejected a copied row: 23503 and 23505. */
function misfit(error: unknown, to: number): MoveError | null {
  const { code, constraint } = Object(error) as { code?: unknown; constraint?: unknown };
  if (code !== "23503" && code !== "23505") return null;
  const why =
    code === "23503"
      ? "a person may have joined the account meanwhile, or a shared table has changed. Run the command again"
      : "that cell has the same already";
  return new MoveError(`The copied rows do not fit into cell ${to} (${constraint}): ${why}.`);
}

/** Finishes a move that an earlier command has committed. */
async function finishLeft(left: Moving, setting: MoveSetting): Promise<MoveResult> {
  const { accounts, from, to } = left.move;
  setting.say(`The account is in cell ${to} already: the remaining rows are removed from cell ${from}.`);
  await finishMove(left, setting.staleMs);
  return { accounts, from, to, rows: 0, changes: 0, heldMs: null };
}

/** Returns the move that an earlier command has left, once the account is in one cell; null for none. */
async function leftMove(setting: MoveSetting): Promise<Moving | null> {
  const { db: home } = placeOf(setting, HOME_CELL);
  const [found] = await home.query<MoveRow>(moveStatement());
  if (found) await settleMove(home, found, true, now());
  const move = await readMoved(home);
  return move && movingOf(setting, move);
}

const underWay = ({ accounts, from, to }: MoveRow) =>
  `A move of ${accounts.join(", ")} from cell ${from} to cell ${to} is under way.`;

/**
 * Returns a cell with its address, by its number.
 * @throws MoveError for an unknown number.
 */
export function placeOf({ cells }: Pick<MoveSetting, "cells">, number: number): Place {
  const found = cells.find(({ db }) => db.cell === number);
  if (!found) throw new MoveError(`There is no cell ${number}: CELLS does not name it.`);
  return found;
}

const LOCK = "select from lock_rows where kind = 'account_move' and slot = 0 for update nowait";

/** Runs work while every other command that moves accounts is rejected. */
function alone<Result>(setting: MoveSetting, work: (own: MoveSetting) => Promise<Result>): Promise<Result> {
  return withLongSession(placeOf(setting, HOME_CELL).url, async (client) => {
    let isLost = false;
    client.once("end", () => {
      isLost = true;
    });
    await client.query("set idle_in_transaction_session_timeout = 0");
    await client.query("begin");
    await client.query(LOCK).catch((error: unknown) => {
      if ((Object(error) as { code?: unknown }).code !== "55P03") throw error;
      throw new MoveError("Another command is moving an account. Try again when it has ended.");
    });
    const step = async (name: string) => {
      if (isLost) throw new MoveError("Home was lost: run the command again.");
      await setting.step(name);
    };
    return work({ ...setting, step });
  });
}

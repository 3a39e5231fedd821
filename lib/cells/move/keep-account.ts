import { cellOfAccount, HOME_CELL } from "@/lib/cell-numbers";
import { countPastStatement } from "@/lib/cells/manage/inspect-cell.sql";
import { findMover, groupOf } from "@/lib/cells/move/account-group";
import {
  beginMoveStatement,
  noteMovedStatement,
  removeAddressesStatement,
  setAddressesStatement,
} from "@/lib/cells/move/home.sql";
import { MoveError, type Place, readShapes } from "@/lib/cells/move/moving";
import { alone, finishLeft, leftMove, type MoveSetting, placeOf, underWay } from "@/lib/cells/move/run-move";
import { movedOfStatement } from "@/lib/cells/moved.sql";
import { now } from "@/lib/clock";
import type { Database, Transaction } from "@/lib/db/client";
import { lockSlots, slotOf } from "@/lib/db/locks/lock-rows";
import { newId } from "@/lib/ids";

/** Which account, by its id or email address, and the cell that has the right one; null to be told which cells have it. */
export type KeepRequest = { account: string; keepIn: number | null };

/** An account as one cell has it. What came last tells which is the newer one. */
export type AccountCopy = {
  cell: number;
  email: string;
  createdAt: Date;
  balanceMicros: string;
  lastMessageAt: Date | null;
  lastActivityAt: Date | null;
  /** Whether home says that the account is in this cell. */
  isWhereHomeSays: boolean;
};

export type KeptAccount = {
  account: number;
  copies: readonly AccountCopy[];
  /** The cell that the account is in from now on; null where none was named. */
  keptIn: number | null;
  removedFrom: readonly number[];
};

/**
 * Keeps an account in one cell and removes what other cells have of it, as a cell or home that was restored from a backup
 * from before a move brings about (rules: moving an account). With no cell named it changes nothing. Run again, it goes on
 * where it was interrupted.
 * @throws MoveError with a sentence for the operator, before anything is changed.
 */
export function keepAccount(request: KeepRequest, setting: MoveSetting): Promise<KeptAccount> {
  return alone(setting, async (own) => {
    const left = await leftMove(own);
    if (left && !(left.move.isCopy && request.keepIn !== null))
      throw new MoveError(`${underWay(left.move)} Finish it, or undo it, before another one.`);
    if (left) await finishLeft(left, own);
    const { db: home } = placeOf(own, HOME_CELL);
    const accountId = await idOf(request.account, own);
    const copies = await copiesOf(accountId, home, own);
    const { keepIn } = request;
    if (keepIn === null) return { account: accountId, copies, keptIn: null, removedFrom: [] };
    const kept = placeOf(own, keepIn);
    if (!copies.some(({ cell }) => cell === keepIn))
      throw new MoveError(`Cell ${keepIn} does not have account ${accountId}: it would be lost.`);
    requireOneCustomer(accountId, copies);
    const others = copies.filter(({ cell }) => cell !== keepIn).map(({ cell }) => placeOf(own, cell));
    const groups = [];
    for (const other of others) groups.push(await groupToRemove(accountId, { other, kept, home }, own));
    const isKnown = copies.some(({ cell, isWhereHomeSays }) => cell === keepIn && isWhereHomeSays);
    if (!isKnown && others.length === 0) {
      const from = await cellByHome(accountId, home);
      await home.transaction((tx) => note(tx, kept.db, { accountId, from }));
    }
    for (const [index, other] of others.entries())
      await removeCopy({ other, kept, home }, accountId, groups[index] ?? [], own);
    await countPast(accountId, own);
    return { account: accountId, copies, keptIn: keepIn, removedFrom: others.map(({ db }) => db.cell) };
  });
}

type Places = { other: Place; kept: Place; home: Database };

/** The id of an account that is named by it or by its email address, in whichever cell. */
async function idOf(named: string, { cells }: MoveSetting): Promise<number> {
  const found = new Set<number>();
  for (const { db } of cells) {
    const id = await answered(db, () => findMover(db, named));
    if (id !== null) found.add(id);
  }
  const [id] = found;
  if (id === undefined) throw new MoveError(`There is no account ${named}.`);
  if (found.size > 1)
    throw new MoveError(`Accounts ${[...found].join(", ")} have this address: name one by its number.`);
  return id;
}

/** What each cell has of an account. All are asked: one that is away may have it as well. */
async function copiesOf(id: number, home: Database, { cells }: MoveSetting): Promise<AccountCopy[]> {
  const where = await cellByHome(id, home);
  const copies: AccountCopy[] = [];
  for (const { db } of cells) {
    const account = await answered(db, () => db.prisma.account.findUnique({ where: { id } }));
    if (!account) continue;
    const of = { where: { accountId: id } };
    const message = await db.prisma.message.findFirst({
      ...of,
      orderBy: [{ acceptedAt: "desc" }, { id: "desc" }],
    });
    const activity = await db.prisma.activity.findFirst({ ...of, orderBy: [{ at: "desc" }, { id: "desc" }] });
    const { email, createdAt, balanceMicros } = account;
    copies.push({
      cell: db.cell,
      email,
      createdAt,
      balanceMicros: String(balanceMicros),
      lastMessageAt: message?.acceptedAt ?? null,
      lastActivityAt: activity?.at ?? null,
      isWhereHomeSays: db.cell === where,
    });
  }
  return copies;
}

/**
 * Refuses a number that two customers have: home, restored from a backup from before an account was made, may have given its
 * number to somebody else since. @throws MoveError
 */
function requireOneCustomer(accountId: number, copies: readonly AccountCopy[]): void {
  const instants = new Set(copies.map(({ createdAt }) => createdAt.getTime()));
  if (instants.size <= 1) return;
  const made = copies.map(
    ({ cell, email, createdAt }) => `${email} in cell ${cell} (${createdAt.toISOString()})`,
  );
  throw new MoveError(
    `Account ${accountId} is not one customer, by when it was made: ${made.join(", ")}. Nothing was changed.`,
  );
}

/** The cell that an account is in, as home has it. */
async function cellByHome(id: number, home: Database): Promise<number> {
  const [moved] = await home.query<{ cell: number }>(movedOfStatement([id]));
  return moved?.cell ?? cellOfAccount(id);
}

/** Asks a cell. @throws MoveError where it does not answer. */
async function answered<Result>({ cell }: Database, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw Object.assign(
      new MoveError(`Cell ${cell} does not answer, and may have the account as well: nothing was changed.`),
      { cause: error },
    );
  }
}

/**
 * Who shares people with the account in a cell that has a copy of it: their rows go with it.
 * @throws MoveError where one of them would be in no cell any more.
 */
async function groupToRemove(
  accountId: number,
  { other, kept, home }: Places,
  setting: MoveSetting,
): Promise<number[]> {
  const group = await groupOf(other.db, accountId);
  const [here, kepts] = [await madeAt(other.db, group), await madeAt(kept.db, group)];
  for (const id of group.filter((one) => kepts.get(one) !== here.get(one))) {
    const cell = await cellByHome(id, home);
    const elsewhere = cell === other.db.cell ? null : await madeAt(placeOf(setting, cell).db, [id]);
    if (elsewhere?.get(id) !== here.get(id))
      throw new MoveError(
        `In cell ${other.db.cell} it shares people with ${id}, who is in no other cell and would be lost: nothing was changed.`,
      );
  }
  return group;
}

/** When those of some accounts and people were made that a cell has: with the same number and instant they are the same. */
async function madeAt(db: Database, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await answered(db, () =>
    db.prisma.account.findMany({ where: { id: { in: [...ids] } }, select: { id: true, createdAt: true } }),
  );
  return new Map(rows.map(({ id, createdAt }) => [id, createdAt.getTime()]));
}

/** Removes an account from a cell, with those that go with it, once home says that it is in the other one. */
async function removeCopy(
  places: Places,
  accountId: number,
  group: readonly number[],
  setting: MoveSetting,
): Promise<void> {
  const { other, kept, home } = places;
  const at = now();
  const move = {
    move: newId(),
    accounts: [...group],
    from: other.db.cell,
    to: kept.db.cell,
    state: "moved" as const,
    begunAt: at,
    changedAt: at,
    isCopy: true,
  };
  const shapes = await readShapes(other.db, move.accounts);
  await home.transaction(async (tx) => {
    if ((await tx.query(beginMoveStatement(move))).length === 0) throw new MoveError("A move is under way.");
    await note(tx, kept.db, { accountId, from: move.from });
  });
  const { say, step } = setting;
  await finishLeft({ home, source: other, target: kept, move, shapes, say, step }, setting);
}

/** Has home say that an account and those that share people with it are in the cell that keeps it, with their addresses. */
async function note(
  tx: Transaction,
  kept: Database,
  { accountId, from }: { accountId: number; from: number },
): Promise<void> {
  const group = await groupOf(kept, accountId);
  const people = await kept.prisma.account.findMany({
    where: { id: { in: group } },
    select: { email: true },
  });
  const emails = people.map(({ email }) => email);
  const at = now();
  const to = kept.cell;
  await lockSlots(tx, "directory", emails.map(slotOf));
  await tx.query(noteMovedStatement({ accounts: group, from, to }, at));
  await tx.query(to === HOME_CELL ? removeAddressesStatement(emails) : setAddressesStatement(emails, to, at));
}

/** Has the cell that made an account give its id to nobody else: a backup from before does not know that it was given. */
async function countPast(accountId: number, { cells }: MoveSetting): Promise<void> {
  const made = cells.find(({ db }) => db.cell === cellOfAccount(accountId));
  await made?.db.query(countPastStatement(accountId));
}

import type { Database, Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import {
  addPocketsStatement,
  type BalanceRow,
  balancesStatement,
  gatherStatement,
  lockForPocketsStatement,
  lockPocketsStatement,
  type PocketsRow,
  removePocketsStatement,
  setPocketsStatement,
  spreadStatement,
} from "@/lib/ledger/pockets.sql";

/** The connection of a transaction. */
type Transaction = Queryable & { transaction?: never };

/** The most pockets of an account; 1 is the least, and means none. */
export const MAX_POCKETS = 16;

/**
 * Does `work`, which takes from a balance, with all of that balance in the account's row (rules: pockets). The account
 * is locked, and then its pockets in order, so that no batch of sends is paid by one meanwhile. What is left is spread
 * over them again. Without pockets it only locks the account.
 * @param tx a transaction, in which all of it stays locked.
 */
export async function withWholeBalance<Result>(
  tx: Transaction,
  accountId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!(await lockPockets(tx, accountId))) return work();
  await tx.query(gatherStatement(accountId));
  const result = await work();
  await tx.query(spreadStatement(accountId));
  return result;
}

/** An account's whole balance in micro-dollars; nothing where there is no such account. */
export async function wholeBalance(db: Queryable, accountId: number): Promise<bigint> {
  const [row] = await db.query<BalanceRow>(balancesStatement([accountId]));
  return row?.balanceMicros ?? 0n;
}

/** Locks an account, and then its pockets in order. @returns whether it has any. */
async function lockPockets(tx: Transaction, accountId: number): Promise<boolean> {
  const [account] = await tx.query<PocketsRow>(lockForPocketsStatement(accountId));
  if (account === undefined || account.pockets === 1) return false;
  await tx.query(lockPocketsStatement(accountId));
  return true;
}

/**
 * Waits until the batches have ended that pockets of an account pay for just now. Those that begin later see what was
 * committed before this.
 */
export async function waitForPockets(db: Database, accountId: number): Promise<void> {
  await db.transaction((tx) => lockPockets(tx, accountId));
}

/**
 * Divides an account's balance into so many pockets (rules: pockets), or with 1 puts all of it into its row again. The
 * account may send meanwhile.
 * @throws RangeError for a number that is not a whole one from 1 to `MAX_POCKETS`; GatewayError `not_found`.
 */
export async function setPockets(db: Database, accountId: number, pockets: number): Promise<void> {
  if (!Number.isInteger(pockets) || pockets < 1 || pockets > MAX_POCKETS)
    throw new RangeError(`An account has 1 to ${MAX_POCKETS} pockets.`);
  await db.transaction(async (tx) => {
    const [account] = await tx.query<PocketsRow>(lockForPocketsStatement(accountId));
    if (!account) throw new GatewayError("not_found", "There is no such account.");
    await tx.query(lockPocketsStatement(accountId));
    await tx.query(gatherStatement(accountId));
    await tx.query(setPocketsStatement(accountId, pockets));
    const last = pockets === 1 ? 0 : pockets;
    await tx.query(removePocketsStatement(accountId, last));
    await tx.query(addPocketsStatement(accountId, last));
    await tx.query(spreadStatement(accountId));
  });
}

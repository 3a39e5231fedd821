import {
  besideStatement,
  confirmedSendersStatement,
  type MoverRow,
  moversStatement,
  takenSendersStatement,
} from "@/lib/cells/move/account-group.sql";
import { MoveError } from "@/lib/cells/move/moving";
import type { Database, Queryable } from "@/lib/db/client";

/** The most accounts and people that move together. */
const MAX_TOGETHER = 1_000;

/** Finds the account with an id or an email address in a cell; null for none. */
export async function findMover(db: Database, named: string): Promise<number | null> {
  const isId = /^\d{1,10}$/.test(named);
  const where = isId ? { id: Number(named) } : { email: named.trim().toLowerCase() };
  const found = await db.prisma.account.findUnique({ where, select: { id: true } });
  return found?.id ?? null;
}

/** Returns all accounts and people that share people with an account, itself among them: they move together. */
export async function groupOf(db: Database, accountId: number): Promise<number[]> {
  let ids = [accountId];
  for (let hasGrown = true; hasGrown; ) {
    const beside = await db.query<{ id: number }>(besideStatement(ids));
    const all = new Set([...ids, ...beside.map(({ id }) => id)]);
    hasGrown = all.size > ids.length;
    ids = [...all];
    if (ids.length > MAX_TOGETHER)
      throw new MoveError(`More than ${MAX_TOGETHER} accounts and people belong together.`);
  }
  return ids.sort((one, other) => one - other);
}

/** The reasons that keep an account in its cell, each as a part of a sentence. */
const KEEPS: readonly [keyof MoverRow, string][] = [
  ["isAdmin", "is an administrator, who belongs to the home cell"],
  ["hasAdministered", "has administered other accounts, whose activity names it"],
  ["isViewing", "has viewed another account, whose end is to be written down: try again in a minute"],
];

/**
 * Rejects accounts that cannot move from one cell to another, with a sentence about the account and the reason.
 * @param together true if all accounts that share people should move, and not one alone.
 * @throws MoveError
 */
export async function requireMovable(
  { source, target }: Record<"source" | "target", Queryable>,
  ids: readonly number[],
  together: boolean,
): Promise<void> {
  const movers = await source.query<MoverRow>(moversStatement(ids));
  const accounts = movers.filter(({ hasAccount }) => hasAccount);
  if (accounts.length > 1 && !together) {
    const named = accounts.map(({ id, email }) => `${id} (${email})`).join(", ");
    throw new MoveError(
      `These accounts share people, who belong to one cell: ${named}. Add --together to move all of them.`,
    );
  }
  for (const mover of movers)
    for (const [name, why] of KEEPS)
      if (mover[name]) throw new MoveError(`Account ${mover.id} (${mover.email}) ${why}.`);
  const senders = await source.query<{ sender: string }>(confirmedSendersStatement(ids));
  const [taken] = await target.query<{ sender: string }>(
    takenSendersStatement(senders.map(({ sender }) => sender)),
  );
  if (taken)
    throw new MoveError(
      `An account of cell ${target.cell} has confirmed the sender ${taken.sender} as well.`,
    );
}

import type { Database, Queryable, Transaction } from "@/lib/db/client";
import { lockSlots } from "@/lib/db/locks/lock-rows";
import {
  addPartitionStatement,
  attachFirstStatement,
  detachStatement,
  dropStatement,
  hasRowsStatement,
  lockStatement,
  newestStatement,
  PARTITIONED,
  type Partition,
  type Partitioned,
  partitionsStatement,
  remakePartitionStatement,
  WAITING_BRIEFLY,
} from "@/lib/db/partitions/partitions.sql";
import { idAt, idTime } from "@/lib/ids";

/** So many whole months have a partition before they begin. */
export const MONTHS_AHEAD = 2;

/** Errors after which the next run tries again: somebody had the table for too long. */
const IN_THE_WAY = "55P03";

/** The beginning of a month in UTC, so many months after that of an instant. */
export function monthAfter(at: Date, months: number): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months));
}

/**
 * Makes the partitions of the coming months (rules: partitions). Each changes its table under a lock that others wait for, so it is
 * given up after half a second and left to the next run; that comes long before the month does.
 * @returns how many were made.
 */
export async function makeMonthsAhead(db: Database, now: Date): Promise<number> {
  const wanted = idAt(monthAfter(now, MONTHS_AHEAD + 1));
  let made = 0;
  for (const table of PARTITIONED) {
    while ((last(await partitionsOf(db, table)).from ?? "") < wanted) {
      if (!(await changed(db, (tx) => addMonth(tx, table, now, wanted)))) break;
      made++;
    }
    await forgetEmpty(db, table, now);
  }
  return made;
}

/**
 * Makes partitions anew that are for what comes, and that somebody vacuumed or analyzed while they were empty: a plan that was
 * made then would read the whole of an index for each row, until they are analyzed again.
 */
async function forgetEmpty(db: Database, table: Partitioned, now: Date): Promise<void> {
  const isToCome = ({ to }: Partition) => to === null || to > idAt(now);
  for (const partition of (await partitionsOf(db, table)).filter(isToCome)) {
    if (!partition.wasSeenEmpty || (await hasRows(db, partition))) continue;
    await changed(db, async (tx) => {
      await tx.query(lockStatement(table));
      const [still] = (await partitionsOf(tx, table)).filter(({ name }) => name === partition.name);
      if (!still?.wasSeenEmpty || (await hasRows(tx, still))) return;
      await tx.query(remakePartitionStatement(table, still.name));
    });
  }
}

/** Ends the last partition with the month of what is newest in it, or this one, whichever is later. */
async function addMonth(tx: Transaction, table: Partitioned, now: Date, wanted: string): Promise<void> {
  const { from } = last(await partitionsOf(tx, table));
  if (from !== null && from >= wanted) return;
  const [newest] = await tx.query<{ id: string }>(newestStatement(table));
  const times = [now, ...[from, newest?.id].flatMap((id) => (id ? idTime(id) : []))];
  const until = monthAfter(new Date(Math.max(...times.map(Number))), 1);
  await tx.query(addPartitionStatement(table, until));
}

/**
 * Drops partitions of which everything is older than an instant, and deleted: the first one reaches so far then. There is always
 * one for the oldest ids.
 * @returns how many were dropped.
 */
export async function dropEmptyMonths(db: Database, before: Date): Promise<number> {
  const bound = idAt(before);
  let dropped = 0;
  for (const table of PARTITIONED) {
    for (let [first, second] = await partitionsOf(db, table); first && second?.to; ) {
      if (second.to > bound || (await hasRows(db, first)) || (await hasRows(db, second))) break;
      const empty = { first, second, to: second.to };
      if (!(await changed(db, (tx) => widenFirst(tx, table, empty)))) break;
      dropped++;
      [first, second] = await partitionsOf(db, table);
    }
  }
  return dropped;
}

/** Has the first partition take the place of the second, where both are still there and empty. */
async function widenFirst(
  tx: Transaction,
  table: Partitioned,
  { first, second, to }: { first: Partition; second: Partition; to: string },
): Promise<void> {
  await tx.query(lockStatement(table));
  const [present, next] = await partitionsOf(tx, table);
  if (present?.name !== first.name || next?.name !== second.name) return;
  if ((await hasRows(tx, first)) || (await hasRows(tx, second))) return;
  await tx.query(detachStatement(table, first.name));
  await tx.query(detachStatement(table, second.name));
  await tx.query(dropStatement(second.name));
  await tx.query(attachFirstStatement(table, first.name, to));
}

/** Whether the next month has no partition of its own yet, in any table: `makeMonthsAhead` has failed for long. */
export async function lacksMonthAhead(db: Queryable, now: Date): Promise<boolean> {
  const next = idAt(monthAfter(now, 1));
  for (const table of PARTITIONED) {
    const { from } = last(await partitionsOf(db, table));
    if (from === null || from <= next) return true;
  }
  return false;
}

const partitionsOf = (db: Queryable, table: Partitioned) => db.query<Partition>(partitionsStatement(table));

function last(partitions: readonly Partition[]): Partition {
  const found = partitions.at(-1);
  if (!found || found.to !== null) throw new Error("The last partition of a table has no end.");
  return found;
}

async function hasRows(db: Queryable, { name }: Partition): Promise<boolean> {
  const [row] = await db.query<{ has: boolean }>(hasRowsStatement(name));
  return row?.has !== false;
}

/** Changes partitions, one transaction at a time. @returns whether it could: not where others had the table for too long. */
async function changed(db: Database, work: (tx: Transaction) => Promise<void>): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      await tx.query(WAITING_BRIEFLY);
      await lockSlots(tx, "purge", [0]);
      await work(tx);
    });
    return true;
  } catch (error) {
    if ((Object(error) as { code?: unknown }).code === IN_THE_WAY) return false;
    throw error;
  }
}

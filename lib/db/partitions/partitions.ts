import type { Database, Queryable, Transaction } from "@/lib/db/client";
import { lockSlots } from "@/lib/db/locks/lock-rows";
import {
  addPartitionStatement,
  dropSecondPartitionStatement,
  hasRowsStatement,
  lockPartitionsStatement,
  lockStatement,
  newestStatement,
  PARTITIONED,
  type Partition,
  type PartitionedTable,
  partitionsStatement,
  remakePartitionStatement,
  validateReferencesStatement,
  WAITING_BRIEFLY,
} from "@/lib/db/partitions/partitions.sql";
import { idAt, idTime } from "@/lib/ids";

/** The whole months that have a partition before they begin. */
export const MONTHS_AHEAD = 2;

/** PostgreSQL's code for a missing table. */
const UNDEFINED_TABLE = "42P01";

/**
 * Errors after which the next run repeats the work. A session used the table for too long, the change took too long,
 * or another server has dropped the partition.
 */
const IN_THE_WAY = new Set(["55P03", "57014", UNDEFINED_TABLE]);

/** Returns the beginning of a month in UTC, a number of months after an instant's month. */
export function monthAfter(at: Date, months: number): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months));
}

/**
 * Creates the partitions of the coming months (rules: partitions). Each creation locks its table, and blocks other
 * sessions. It therefore gives up after a fifth of a second, and the next run repeats it, long before the month
 * begins.
 * @returns the number of created partitions.
 */
export function makeMonthsAhead({ definitions: db }: Database, now: Date): Promise<number> {
  return ofEach(async (table) => {
    const made = await makeMonths(db, table, now);
    await forgetEmpty(db, table, now);
    return made;
  });
}

/**
 * Drops empty partitions whose ids are all older than an instant, and extends the first partition over their ids.
 * There is always one for the oldest ids.
 * @returns the number of dropped partitions.
 */
export function dropEmptyMonths({ definitions }: Database, before: Date): Promise<number> {
  return ofEach((table) => dropMonths(definitions, table, idAt(before)));
}

/** Returns whether the next month lacks a partition in some table: `makeMonthsAhead` has failed for long. */
export async function lacksMonthAhead({ definitions }: Database, now: Date): Promise<boolean> {
  const next = idAt(monthAfter(now, 1));
  for (const table of PARTITIONED) {
    const { from } = last(await partitionsOf(definitions, table));
    if (from === null || from <= next) return true;
  }
  return false;
}

/** Does the same for each table. A failure does not stop the other tables. The first failure is thrown in the end. */
async function ofEach(work: (table: PartitionedTable) => Promise<number>): Promise<number> {
  const done = [];
  for (const table of PARTITIONED) done.push(...(await Promise.allSettled([work(table)])));
  const failed = done.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
  return done.reduce((sum, result) => sum + (result.status === "fulfilled" ? result.value : 0), 0);
}

async function makeMonths(db: Database, table: PartitionedTable, now: Date): Promise<number> {
  const wanted = idAt(monthAfter(now, MONTHS_AHEAD + 1));
  for (let made = 0; ; made++) {
    const seen = await partitionsOf(db, table);
    const { name, from } = last(seen);
    if (from !== null && from >= wanted) return made;
    const until = monthAfter(await newestOf(db, table, [now, ...(from === null ? [] : [idTime(from)])]), 1);
    const add = (tx: Transaction) => tx.query(addPartitionStatement(table, until));
    if (!(await changed(db, { table, seen, names: [name] }, add))) return made;
    await db.query(validateReferencesStatement(table));
  }
}

/** Returns the latest of some instants and of the creation time of a table's newest row. */
async function newestOf(db: Database, table: PartitionedTable, instants: readonly Date[]): Promise<Date> {
  const [newest] = await db.query<{ id: string }>(newestStatement(table));
  const times = newest ? [...instants, idTime(newest.id)] : instants;
  return new Date(Math.max(...times.map(Number)));
}

/**
 * Replaces empty partitions for future rows that were vacuumed or analyzed. A plan from that time may scan a whole
 * index for each row, until the next analyze.
 */
async function forgetEmpty(db: Database, table: PartitionedTable, now: Date): Promise<void> {
  const isToCome = ({ to }: Partition) => to === null || to > idAt(now);
  const seen = await partitionsOf(db, table);
  for (const partition of seen.filter((each) => each.wasSeenEmpty && isToCome(each))) {
    if (await hasRowsOrIsGone(db, partition)) continue;
    const change = { table, seen: await partitionsOf(db, table), names: [partition.name] };
    await changed(db, change, async (tx) => {
      if (await hasRows(tx, partition)) return;
      await tx.query(remakePartitionStatement(table, partition.name));
    });
  }
}

async function dropMonths(db: Database, table: PartitionedTable, bound: string): Promise<number> {
  for (let dropped = 0; ; dropped++) {
    const seen = await partitionsOf(db, table);
    const [first, second] = seen;
    if (!first || !second?.to || second.to > bound) return dropped;
    if ((await hasRowsOrIsGone(db, first)) || (await hasRowsOrIsGone(db, second))) return dropped;
    let isEmpty = false;
    const isChanged = await changed(db, { table, seen, names: [first.name, second.name] }, async (tx) => {
      isEmpty = !(await hasRows(tx, first)) && !(await hasRows(tx, second));
      if (isEmpty) await tx.query(dropSecondPartitionStatement(table));
    });
    if (!isChanged || !isEmpty) return dropped;
  }
}

const partitionsOf = (db: Queryable, table: PartitionedTable) =>
  db.query<Partition>(partitionsStatement(table));

function last(partitions: readonly Partition[]): Partition {
  const found = partitions.at(-1);
  if (!found || found.to !== null) throw new Error("The last partition of a table has no end.");
  return found;
}

async function hasRows(db: Queryable, { name }: Partition): Promise<boolean> {
  const [row] = await db.query<{ has: boolean }>(hasRowsStatement(name));
  return row?.has !== false;
}

/**
 * Returns whether a partition has rows, or another server has dropped it since. In both cases it must not be changed.
 */
async function hasRowsOrIsGone(db: Database, partition: Partition): Promise<boolean> {
  return hasRows(db, partition).catch((error: unknown) => {
    if (codeOf(error) === UNDEFINED_TABLE) return true;
    throw error;
  });
}

/** Returns PostgreSQL's error code. A timeout is the cause of the error of `lib/db/unavailable`. */
function codeOf(error: unknown): string {
  const { code, cause } = Object(error) as { code?: unknown; cause?: { code?: unknown } };
  return String(code ?? cause?.code);
}

/** The partitions that a change concerns, by name, and all partitions at the time of the decision. */
type Change = { table: PartitionedTable; seen: readonly Partition[]; names: readonly string[] };

/**
 * Changes partitions of a table in one transaction, if they are still as `seen`. It does not wait for a session that
 * uses one of them, such as a backup or a vacuum: others would wait behind it, for the whole table.
 * @returns whether it made the change.
 */
async function changed(
  db: Database,
  { table, seen, names }: Change,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<boolean> {
  const begin = async (tx: Transaction) => {
    for (const setting of WAITING_BRIEFLY) await tx.query(setting);
    await lockSlots(tx, "purge", [0]);
  };
  try {
    await db.transaction(async (tx) => {
      await begin(tx);
      await tx.query(lockPartitionsStatement(names));
    });
    return await db.transaction(async (tx) => {
      await begin(tx);
      await tx.query(lockStatement(table));
      await tx.query(lockPartitionsStatement(names));
      if (JSON.stringify(await partitionsOf(tx, table)) !== JSON.stringify(seen)) return false;
      await work(tx);
      return true;
    });
  } catch (error) {
    if (IN_THE_WAY.has(codeOf(error))) return false;
    throw error;
  }
}

import { type Database, openDatabase, type Transaction } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

const ROWS_READ = sql`select sum(seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables`;

/**
 * Opens the test's database as through a pooler: with one connection, and without our planner settings. A
 * statement's function sets the settings that it needs.
 */
export async function openWithoutSettings(): Promise<Database> {
  const own = openDatabase(process.env.DATABASE_URL as string, 1);
  await own.query(
    sql`set enable_seqscan = on; set enable_bitmapscan = on; set plan_cache_mode = auto; set jit = on`,
  );
  return own;
}

/** Returns the number of table rows that a piece of work reads in a transaction of its own. */
export function rowsReadBy(db: Database, work: (tx: Transaction) => Promise<void>): Promise<number> {
  return db.transaction(async (tx) => {
    const read = async () => (await tx.query<{ read: number }>(ROWS_READ))[0]?.read ?? 0;
    const before = await read();
    await work(tx);
    return (await read()) - before;
  }, "named");
}

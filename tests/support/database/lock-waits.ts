import { expect } from "vitest";
import { sql } from "@/lib/db/sql";
import { accountsDb } from "@/tests/support/database/accounts-db";

/** Returns the number of connections to the test's database that wait for a lock. */
export async function lockWaits(): Promise<number> {
  const waiting = sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await accountsDb().query(waiting)).length;
}

/** Waits until a connection to the test's database waits for a lock of the test. */
export async function someoneWaits(): Promise<void> {
  await expect.poll(lockWaits, { interval: 5 }).toBeGreaterThan(0);
}

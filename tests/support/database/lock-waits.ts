import { expect } from "vitest";
import { sql } from "@/lib/db/sql";
import { accountsDb } from "@/tests/support/database/accounts-db";

/** Waits until a connection to the test's database waits for a lock that the test holds. */
export async function someoneWaits(): Promise<void> {
  const waiting = sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(() => accountsDb().query(waiting), { interval: 5 }).not.toEqual([]);
}

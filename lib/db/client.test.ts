import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase();

/** With these settings the planner would read any table by several processes. */
const PARALLEL: readonly Sql[] = [
  sql`set local parallel_setup_cost = 0`,
  sql`set local parallel_tuple_cost = 0`,
  sql`set local min_parallel_table_scan_size = 0`,
  sql`set local min_parallel_index_scan_size = 0`,
];

it("reads with one process of the database, however much there is to count", async () => {
  await db().query(sql`create table many_things as select generate_series(1, 10000) as n`);
  await db().query(sql`analyze many_things`);
  const plan = (workers: Sql) =>
    db().transaction(async (tx) => {
      for (const setting of [...PARALLEL, workers]) await tx.query(setting);
      return JSON.stringify(await tx.query(sql`explain select count(*) from many_things`));
    });
  expect(await plan(sql`select 1`)).not.toContain("Parallel");
  expect(await plan(sql`set local max_parallel_workers_per_gather = 2`)).toContain("Parallel");
});

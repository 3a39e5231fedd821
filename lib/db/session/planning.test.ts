import { afterEach, beforeEach, expect, it } from "vitest";
import { type Database, openDatabase, type Queryable } from "@/lib/db/client";
import { queryInTransaction } from "@/lib/db/partitions/in-transaction";
import { prepared, type Sql, sql } from "@/lib/db/sql";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase();

let own: Database;
beforeEach(() => {
  // One connection, so that each statement sees the state that the previous one left.
  own = openDatabase(process.env.DATABASE_URL as string, 1);
});
afterEach(() => own.close());

/** Returns a batch so short that PostgreSQL would plan it each time. */
const batch = (): Sql =>
  prepared(
    "batch",
    sql`select a.id from unnest(${[1]}::int[]) g (id) cross join lateral (
      select id from accounts where id = g.id offset 0) a`,
  );

const PLANS = sql`select generic_plans::int as once, custom_plans::int as "forValues"
  from pg_prepared_statements where name = 'batch'`;

const mode = async (queryable: Queryable) =>
  (await queryable.query<{ mode: string }>(sql`select current_setting('plan_cache_mode') as mode`))[0]?.mode;

it("plans a statement that has a name once, and others with their values, whichever came before", async () => {
  await own.query(batch());
  expect(await mode(own)).toBe("auto");
  for (let times = 0; times < 9; times++) await own.query(batch());
  expect(await own.query(PLANS)).toEqual([{ once: 10, forValues: 0 }]);
});

it("leaves partitions out as it runs where nothing is changed: not by a name, nor in a transaction", async () => {
  const pruning = async (queryable: Queryable, named = false) => {
    const asked = sql`select current_setting('enable_partition_pruning') as pruning`;
    const [row] = await queryable.query<{ pruning: string }>(named ? prepared("pruning", asked) : asked);
    return row?.pruning;
  };
  for (let times = 0; times < 2; times++) {
    expect(await pruning(own, true)).toBe("off");
    expect(await pruning(own)).toBe("on");
    expect(await own.transaction((tx) => pruning(tx))).toBe("off");
    expect(await own.transaction((tx) => pruning(tx, true), "named")).toBe("off");
    expect(await own.transaction((tx) => queryInTransaction(tx, sql`select 1 as one`))).toEqual([{ one: 1 }]);
    expect(
      await queryInTransaction(own, sql`select current_setting('enable_partition_pruning') as pruning`),
    ).toEqual([{ pruning: "off" }]);
  }
});

it("plans once what a transaction asks, where it is said that all of it has names", async () => {
  for (let times = 0; times < 9; times++) await own.transaction((tx) => tx.query(batch()), "named");
  expect(await own.query(PLANS)).toEqual([{ once: 9, forValues: 0 }]);
  expect(await own.transaction(mode, "named")).toBe("force_generic_plan");
});

it("looks at the values of what a transaction asks, and plans once again after it, however it ends", async () => {
  await own.query(batch());
  expect(await own.transaction(mode)).toBe("auto");
  await own.query(batch());
  const failed = own.transaction(async (tx) => {
    expect(await mode(tx)).toBe("auto");
    throw new Error("undone");
  });
  await expect(failed).rejects.toThrow("undone");
  await own.query(batch());
  expect(await own.query(PLANS)).toEqual([{ once: 3, forValues: 0 }]);
});

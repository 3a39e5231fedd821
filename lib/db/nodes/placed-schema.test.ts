import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { placeCell } from "@/lib/cells/manage/place-cell";
import { type Database, openDatabase } from "@/lib/db/client";
import { withoutViews } from "@/lib/db/nodes/placed-schema";
import { sql } from "@/lib/db/sql";
import { byTcp } from "@/tests/support/database/by-socket";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase();

/**
 * The used part of a cluster: its catalog, and a schema with the shells and shards of two tables. One server is both
 * nodes, by two names. `npm run test:cluster` tests Citus itself.
 */
const CLUSTER = (port: string) => `
  set allow_system_table_mods = on;
  create type pg_catalog.noderole as enum ('primary', 'secondary');
  create table pg_catalog.pg_dist_schema (schemaid oid, colocationid int);
  create table pg_catalog.pg_dist_partition (logicalrelid regclass, colocationid int);
  create table pg_catalog.pg_dist_shard (logicalrelid regclass, shardid bigint);
  create table pg_catalog.pg_dist_placement (shardid bigint, groupid int);
  create table pg_catalog.pg_dist_node (groupid int, nodename text, nodeport int, noderole noderole);
  create table pg_catalog.pg_dist_local_group (groupid int);
  create table pg_catalog.shard_locks (shard bigint);
  create function pg_catalog.shard_name(regclass, bigint) returns text language sql as $$ select $1::text || '_' || $2 $$;
  create function pg_catalog.lock_shard_metadata(int, bigint[]) returns void language sql as
    $$ insert into pg_catalog.shard_locks select unnest($2) $$;
  create function pg_catalog.run_command_on_coordinator(text, out nodeid int, out success boolean, out result text)
    language plpgsql set search_path = pg_catalog as $$ begin success := true; execute $1 into result; end $$;
  create schema cell_2;
  create sequence cell_2.accounts_id_seq start 7;
  create function pg_catalog.worker_nextval(regclass) returns int language sql as $$ select 0 $$;
  create table cell_2.accounts (id int primary key, name text);
  create table cell_2.accounts_101 (like cell_2.accounts including all);
  alter table cell_2.accounts alter id set default worker_nextval('cell_2.accounts_id_seq');
  create table cell_2.notes (id int primary key, account_id int);
  create table cell_2.notes_102 (like cell_2.notes including all);
  insert into pg_dist_schema values ('cell_2'::regnamespace, 5);
  insert into pg_dist_partition values ('cell_2.accounts', 5), ('cell_2.notes', 5);
  insert into pg_dist_shard values ('cell_2.accounts', 101), ('cell_2.notes', 102);
  insert into pg_dist_placement values (101, 1), (102, 1);
  insert into pg_dist_node values (1, '127.0.0.1', ${port}, 'primary'), (2, 'localhost', ${port}, 'primary');
  insert into pg_dist_local_group values (1)`;

let administrator: pg.Client;
let url = "";
let cell: Database;

beforeAll(async () => {
  const address = byTcp(process.env.DATABASE_URL as string);
  administrator = new pg.Client({ connectionString: address.href });
  await administrator.connect();
  await administrator.query(CLUSTER(address.port));
  address.searchParams.set("schema", "cell_2");
  url = address.href;
  cell = openDatabase(url, 3, 2);
});
afterAll(async () => {
  await cell.close();
  await administrator.end();
});

const names = (database: Database) =>
  database.query<{ name: string }>(sql`select name from accounts order by id`);

it("asks the node by views of the shards, and counts at the coordinator", async () => {
  await cell.query(sql`insert into accounts (name) values ('shop')`);
  expect(await cell.query(sql`select id, name from accounts`)).toEqual([{ id: 7, name: "shop" }]);
  expect((await administrator.query("select * from cell_2.accounts_101")).rows).toEqual([
    { id: 7, name: "shop" },
  ]);
  expect((await administrator.query("select * from cell_2.accounts")).rows).toEqual([]);
  expect(await cell.definitions.query(sql`select current_schema() as schema`)).toEqual([
    { schema: "cell_2" },
  ]);
  expect(await cell.query(sql`select current_schema() as schema`)).toEqual([{ schema: "cell_2_here" }]);
});

it("locks the shards for a change until its transaction ends, once", async () => {
  await administrator.query("truncate pg_catalog.shard_locks");
  await cell.transaction(async (tx) => {
    await tx.query(sql`update accounts set name = 'shop' where id = 7`);
    await tx.query(sql`insert into notes values (1, 7)`);
  });
  expect((await administrator.query("select shard from pg_catalog.shard_locks")).rows).toEqual([
    { shard: "101" },
  ]);
});

it("makes views of tables that were added, and of all after a migration", async () => {
  await withoutViews(url, async () => {
    const { rows } = await administrator.query("select to_regnamespace('cell_2_here') as views");
    expect(rows).toEqual([{ views: null }]);
    await administrator.query(
      "alter table cell_2.accounts_101 drop column name, add column title text default 'none'",
    );
  });
  await expect(names(cell)).rejects.toThrow('column "name" does not exist');
  expect(await cell.query(sql`select title from accounts`)).toEqual([{ title: "none" }]);
  await withoutViews(url, () => administrator.query("alter table cell_2.accounts_101 rename title to name"));
  expect(await names(cell)).toEqual([{ name: "none" }]);
});

it("makes a view that is missing once Citus has refused a statement about its table", async () => {
  await administrator.query("drop view cell_2_here.notes");
  const refusing = sql`do $$ begin raise feature_not_supported; end $$`;
  await expect(cell.query(refusing)).rejects.toMatchObject({ name: "AccountMovedError" });
  await cell.query(sql`insert into notes values (2, 7)`);
  expect((await administrator.query("select id from cell_2.notes_102 where id = 2")).rows).toHaveLength(1);
});

it("refuses a change once the cluster has moved the schema, and then asks its new node", async () => {
  const other = openDatabase(url, 1, 2);
  expect(await names(other)).toHaveLength(1);
  await administrator.query("update pg_dist_placement set groupid = 2");
  await expect(cell.query(sql`update accounts set name = 'late'`)).rejects.toMatchObject({
    name: "AccountMovedError",
  });
  await administrator.query("update pg_dist_local_group set groupid = 2");
  await cell.query(sql`update accounts set name = 'moved'`);
  expect(await names(cell)).toEqual([{ name: "moved" }]);
  // The look of the next second replaces its connection.
  await expect.poll(() => names(other)).toEqual([{ name: "moved" }]);
  await other.close();
});

it("is not placed while other sessions use it, or without Citus", async () => {
  await names(cell);
  await expect(placeCell(url)).rejects.toThrow(
    /schema cell_2 cannot be placed: it has \d sessions\. Stop the servers/,
  );
  const plain = new URL(process.env.DATABASE_URL as string);
  await expect(placeCell(plain.href)).rejects.toThrow("its address names no schema");
});

import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, it } from "vitest";
import { diffSchema, markRolledBack, migrate, migrationState } from "@/lib/db/migrations/migrate";
import { createDatabase, databaseUrl, dropDatabase } from "@/tests/support/database/admin";

let folder: string;
let name: string;
let url: string;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "migrations-"));
  name = `migrate_${randomUUID().replaceAll("-", "")}`;
  await createDatabase(inject("adminUrl"), name);
  url = databaseUrl(inject("adminUrl"), name);
});

afterEach(async () => {
  await dropDatabase(inject("adminUrl"), name);
  rmSync(folder, { recursive: true, force: true });
});

function write(migration: string, sql: string): void {
  mkdirSync(path.join(folder, migration), { recursive: true });
  writeFileSync(path.join(folder, migration, "migration.sql"), sql);
}

async function query(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

it("applies each migration once, though two servers start together", async () => {
  write("20260101000000_one", "CREATE TABLE one (id int);");
  write("20260102000000_two", "CREATE TABLE two (id int);");
  const [first, second] = await Promise.all([migrate(url, folder), migrate(url, folder)]);
  expect([...first.applied, ...second.applied]).toEqual(["20260101000000_one", "20260102000000_two"]);
  expect(await migrationState(url, folder)).toEqual({ pending: [], unknown: [], failed: [] });
});

it.each([["statement_timeout"], ["lock_timeout"], ["idle_session_timeout"]])(
  "waits for another server for as long as it migrates, whatever %s sessions have",
  async (setting) => {
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query("SELECT pg_advisory_lock(1)");
    await query(`ALTER DATABASE ${name} SET ${setting} = '200ms'`);
    write("20260101000000_slow", "SELECT pg_advisory_xact_lock(1); CREATE TABLE one (id int);");
    const migrations = Promise.all([migrate(url, folder), migrate(url, folder)]);
    // One waits for the test's lock and the other for the first one, longer than sessions may by default.
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND query_start < clock_timestamp() - interval '250 ms'`;
    await expect.poll(async () => (await holder.query(waiting)).rows.length).toBe(2);
    await holder.end();
    const both = await migrations;
    expect(both.flatMap(({ applied }) => applied)).toEqual(["20260101000000_slow"]);
  },
);

it("runs a script as one: semicolons in functions and comments do not cut it", async () => {
  write(
    "20260101000000_function",
    "-- one; two\nCREATE FUNCTION three() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 3; END $$;",
  );
  await migrate(url, folder);
  expect(await query("SELECT three()")).toEqual([{ three: 3 }]);
});

it("keeps nothing of a migration that fails, and tries it again once it is marked rolled back", async () => {
  write("20260101000000_bad", "CREATE TABLE one (id int); CREATE TABEL two (id int);");
  await expect(migrate(url, folder)).rejects.toThrow(
    /^The migration 20260101000000_bad failed: syntax error/,
  );
  expect(await query("SELECT to_regclass('one') AS one")).toEqual([{ one: null }]);
  await expect(migrate(url, folder)).rejects.toThrow(/^The migration 20260101000000_bad failed before/);

  write("20260101000000_bad", "CREATE TABLE one (id int);");
  await markRolledBack(url, "20260101000000_bad");
  expect(await migrate(url, folder)).toEqual({ applied: ["20260101000000_bad"] });
});

it("counts a migration as applied whose process is killed right after its commit", async () => {
  // The engine marks a migration a second time after its script. A session that does so loses the connection here.
  const killer = `CREATE FUNCTION kill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$;
    CREATE TRIGGER kill BEFORE UPDATE ON _prisma_migrations FOR EACH ROW
      WHEN (OLD.finished_at IS NOT NULL) EXECUTE FUNCTION kill();`;
  write("20260101000000_killed", `CREATE TABLE one (id int); ${killer} -- ends in a comment`);
  await expect(migrate(url, folder)).rejects.toThrow();
  expect(await migrationState(url, folder)).toEqual({ pending: [], unknown: [], failed: [] });
  expect(await query("SELECT count(*)::int AS tables FROM pg_tables WHERE tablename = 'one'")).toEqual([
    { tables: 1 },
  ]);
  expect(await migrate(url, folder)).toEqual({ applied: [] });
});

it("refuses a database that is newer than the code, and names the migration", async () => {
  write("20260101000000_one", "CREATE TABLE one (id int);");
  write("20260102000000_two", "CREATE TABLE two (id int);");
  await migrate(url, folder);
  rmSync(path.join(folder, "20260102000000_two"), { recursive: true });
  await expect(migrate(url, folder)).rejects.toThrow(/newer than this code.*20260102000000_two/);
});

it("says in one sentence that a database cannot be reached, without its password", async () => {
  const failure = migrate("postgresql://someone:hidden@127.0.0.1:1/gone", folder);
  await expect(failure).rejects.toThrow(
    /^The database gone at 127\.0\.0\.1:1 cannot be reached: .*ECONNREFUSED/,
  );
  await expect(failure).rejects.not.toThrow(/hidden/);
});

it("finds the project's own migrations and schema in agreement", async () => {
  await migrate(url);
  expect(await diffSchema(url, path.resolve("prisma/schema.prisma"))).toBeNull();
});

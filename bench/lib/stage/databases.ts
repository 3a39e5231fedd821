import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { parentOf } from "@/bench/lib/process/processes";
import { migrate } from "@/lib/db/migrations/migrate";
import { newId } from "@/lib/ids";
import { onShutdown } from "@/lib/shutdown";
import { ROOT } from "@/server/base/root";
import { startPostgres } from "@/server/postgres/embedded-postgres";
import { createDatabase, databaseUrl, dropDatabase } from "@/tests/support/database/admin";

/** A database server. `pid` is its first process; null if it runs on another machine. */
export type DatabaseServer = { admin: string; pid: number | null; version: string };

const STATISTICS = "pg_stat_statements";
const TIMED = { shared_preload_libraries: STATISTICS, [`${STATISTICS}.track_planning`]: "on" };

/**
 * Connects to a database server, or starts an embedded one with an operator's settings, so that commits are
 * on disk.
 * @param admin the address of a server whose role may create databases; empty for an embedded one.
 * @param isTimed whether an embedded one records the time that each statement takes.
 */
export async function openDatabaseServer(admin: string, isTimed: boolean): Promise<DatabaseServer> {
  const url = admin || (await startOwn(isTimed));
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ version: string; pid: number }>(
      "select split_part(version(), ' ', 2) as version, pg_backend_pid() as pid",
    );
    // Read while the backend of this connection lives.
    return { admin: url, pid: parentOf(rows[0]?.pid ?? 0, "postgres"), version: rows[0]?.version ?? "" };
  });
}

async function startOwn(isTimed: boolean): Promise<string> {
  const dataDir = dataFolder("bench-");
  const postgres = await startPostgres({ dataDir, settings: isTimed ? TIMED : {} });
  onShutdown("resources", postgres.stop);
  return postgres.url("postgres");
}

/**
 * Creates a folder on the project's disk, because temporary folders may be in memory. It is removed at the
 * end.
 */
export function dataFolder(prefix: string): string {
  const data = path.join(ROOT, ".data");
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(data, prefix));
  onShutdown("resources", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates an empty database without tables, which is removed at the end. */
export async function makeEmptyDatabase({ admin }: DatabaseServer): Promise<string> {
  const name = `bench_${newId().replaceAll("-", "")}`;
  await createDatabase(admin, name);
  onShutdown("resources", () => dropDatabase(admin, name));
  return databaseUrl(admin, name);
}

/** Creates a database with all tables, which is removed at the end. */
export async function makeDatabase(server: DatabaseServer): Promise<string> {
  const url = await makeEmptyDatabase(server);
  await migrate(url);
  return url;
}

const STATEMENTS = `
  select s.calls::int, s.rows::int, round((s.total_exec_time + s.total_plan_time)::numeric)::int as ms,
    round(s.mean_plan_time::numeric, 3)::float8 as "meanPlanMs", round(s.mean_exec_time::numeric, 3)::float8 as "meanMs",
    s.wal_bytes::float8 as "walBytes", left(regexp_replace(s.query, '\\s+', ' ', 'g'), 200) as statement
  from pg_stat_statements s join pg_database d on d.oid = s.dbid where d.datname = current_database()
  order by s.total_exec_time + s.total_plan_time desc limit 25`;

/** Returns the statements in a timed database since the last call, the slowest first. */
export function readStatements(url: string): Promise<object[]> {
  return withClient(url, async (client) => {
    await client.query("create extension if not exists pg_stat_statements");
    const { rows } = await client.query<object>(STATEMENTS);
    await client.query("select pg_stat_statements_reset()");
    return rows;
  });
}

/** Writes these statements to a file of a folder. */
export async function writeStatements(url: string, folder: string, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name.replaceAll(/[^a-z0-9@]+/gi, "-")}.json`);
  writeFileSync(file, `${JSON.stringify(await readStatements(url), null, 2)}\n`);
}

/** Runs work on a connection of its own. */
async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

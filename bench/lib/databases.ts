import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { parentOf } from "@/bench/lib/process/processes";
import { migrate } from "@/lib/db/migrations/migrate";
import { newId } from "@/lib/ids";
import { onShutdown } from "@/lib/shutdown";
import { startPostgres } from "@/server/postgres/embedded-postgres";
import { createDatabase, databaseUrl, dropDatabase } from "@/tests/support/database/admin";

/** The databases of a run, on one server. */
export type Databases = {
  /** The gateway's. */
  url: string;
  /** A database without a gateway, to measure what the database alone can do. */
  aloneUrl: string;
  /** The server's first process. Null where it is on another machine. */
  pid: number | null;
  version: string;
};

/**
 * Makes two databases, which are removed at the end: on the server of `adminUrl`, or on an embedded one. The
 * embedded one has an operator's settings, so that commits are on disk.
 * @param root the project's folder. The data is kept below it, since temporary folders may be in memory.
 * @param timed whether an embedded one is to record the time that each statement takes.
 */
export async function openDatabases(
  root: string,
  adminUrl: string | undefined,
  timed: boolean,
): Promise<Databases> {
  const admin = await openServer(root, adminUrl, timed);
  const name = `bench_${newId().replaceAll("-", "")}`;
  const names = [name, `${name}_alone`];
  for (const each of names) {
    await createDatabase(admin, each);
    onShutdown("resources", () => dropDatabase(admin, each));
    await migrate(databaseUrl(admin, each));
  }
  return {
    url: databaseUrl(admin, name),
    aloneUrl: databaseUrl(admin, `${name}_alone`),
    ...(await describeServer(admin)),
  };
}

/** The address of a server where databases may be made: the one that is given, or an embedded one's. */
export async function openServer(
  root: string,
  adminUrl: string | undefined,
  timed: boolean,
): Promise<string> {
  return adminUrl ?? (await startOwn(root, timed));
}

/** A database server's version, and its first process; null where it is on another machine. */
export async function describeServer(admin: string): Promise<Pick<Databases, "pid" | "version">> {
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  const { rows } = await client.query<{ version: string; pid: number }>(
    "select split_part(version(), ' ', 2) as version, pg_backend_pid() as pid",
  );
  const [row] = rows as [{ version: string; pid: number }];
  const pid = parentOf(row.pid, "postgres");
  await client.end();
  return { pid, version: row.version };
}

const TIMED = {
  shared_preload_libraries: "pg_stat_statements",
  "pg_stat_statements.track_planning": "on",
};

const STATEMENTS = `
  select s.calls::int, s.rows::int, round((s.total_exec_time + s.total_plan_time)::numeric)::int as ms,
    round(s.mean_plan_time::numeric, 3)::float8 as "meanPlanMs", round(s.mean_exec_time::numeric, 3)::float8 as "meanMs",
    s.wal_bytes::float8 as "walBytes", left(regexp_replace(s.query, '\\s+', ' ', 'g'), 200) as statement
  from pg_stat_statements s join pg_database d on d.oid = s.dbid where d.datname = current_database()
  order by s.total_exec_time + s.total_plan_time desc limit 25`;

/**
 * The statements that took the database's time since the last call, slowest first, of a database that was
 * started `timed`.
 */
export async function readStatements(url: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("create extension if not exists pg_stat_statements");
    const { rows } = await client.query<object>(STATEMENTS);
    await client.query("select pg_stat_statements_reset()");
    return rows;
  } finally {
    await client.end();
  }
}

async function startOwn(root: string, timed: boolean): Promise<string> {
  const parent = path.join(root, ".data");
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const dataDir = mkdtempSync(path.join(parent, "bench-"));
  onShutdown("resources", () => rmSync(dataDir, { recursive: true, force: true }));
  const settings: Record<string, string> = timed ? TIMED : {};
  const postgres = await startPostgres({ dataDir, settings });
  onShutdown("resources", postgres.stop);
  return postgres.url("postgres");
}

import pg from "pg";
import { HOME_CELL } from "@/lib/cell-numbers";
import { readAddress } from "@/lib/database-address";
import { AfterCommit } from "@/lib/db/after-commit";
import { PrismaClient } from "@/lib/db/generated/client";
import { PlacedSchema } from "@/lib/db/nodes/placed-schema";
import { toParameters } from "@/lib/db/parameters";
import { Pool } from "@/lib/db/pool";
import { PLANNED_FOR_VALUES, PLANNED_ONCE, UNPRUNED } from "@/lib/db/session/planning";
import { LONG_SESSION_SETTINGS, opening, plainOpening, sessionStatements } from "@/lib/db/session/settings";
import type { Sql } from "@/lib/db/sql";
import { joinTransaction, type PrismaQueries, prismaAdapter } from "@/lib/db/transaction-prisma";
import { type JobName, wake } from "@/lib/db/wake";
import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";

/** What can run statements: the pool, or the one connection of a transaction. */
export type Queryable = {
  /** The number of the cell that it is (rules: cells). */
  readonly cell: number;
  /** Everyday reads and writes. Inside a transaction they belong to it. */
  readonly prisma: PrismaQueries;
  /** Runs one statement and gives its rows: `bigint` for int8, `Date` for timestamptz, `Buffer` for bytea. */
  query<Row>(statement: Sql): Promise<Row[]>;
  /**
   * Says that what was written leaves work for a job: heard after the commit of a transaction, at once otherwise. Whoever
   * writes due rows says it; no caller has to.
   */
  wake(job: JobName): void;
};

/** One transaction: what is done by it is committed together. */
export type Transaction = Queryable & {
  /**
   * Has `work` done after the commit and before `transaction` returns, in order. Where it fails, the sweep or
   * a repeat does it. The failure is logged as `sentence`, and the caller still learns of the commit
   * (rules: unknown outcomes).
   */
  afterCommit(work: (db: Database) => Promise<unknown>, sentence: string): void;
};

/** Says of a transaction that all its statements have names. */
type Named = "named";

/** The database as domain operations take it: Prisma for everyday queries, `query` for set statements. */
export type Database = Omit<Queryable, "prisma"> & {
  readonly prisma: PrismaClient;
  /**
   * Runs `work` in one transaction on one connection; a throw rolls it back. No network call belongs inside.
   * @param named whether all its statements have names: each is planned once for a connection, and not each time.
   * @throws DatabaseUnavailableError where nothing was done because the database is away, OutcomeUnknownError where its
   * commit was not answered. So does a statement that runs by itself.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>, named?: Named): Promise<Result>;
  /**
   * The handle for statements that define tables, such as months and triggers: of a schema that Citus has placed on a node they go
   * to the coordinator, which passes them on. Elsewhere it is as this one.
   */
  readonly definitions: Database;
  /** Whether it was closed: nothing can be asked of it any more. */
  isClosed(): boolean;
  close(): Promise<void>;
};

const INT8 = 20;

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === INT8 ? BigInt : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig["getTypeParser"],
};

/** For a server that cannot be reached any more, and so cannot time out by itself. */
const QUERY_TIMEOUT_MS = 40_000;

/**
 * Opens a pool on a PostgreSQL server, as a cell: the tables of the schema that the address names. Connections are made when
 * first needed.
 */
export function openDatabase(url: string, connections: number, cell = HOME_CELL): Database {
  const { schema } = readAddress(url);
  return open({ url, connections, cell, placed: schema === undefined ? null : new PlacedSchema(url) });
}

/** How many connections may define tables at once. */
const DEFINING_CONNECTIONS = 2;

type Opening = { url: string; connections: number; cell: number; placed: PlacedSchema | null };

function open({ url, connections, cell, placed }: Opening): Database {
  const config = {
    ...opening(url),
    max: connections,
    types,
    connectionTimeoutMillis: 10_000,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  };
  const pool = new Pool(config, placed);
  // An idle connection that the server closed is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => {});
  // A worker may go without it for hours, and it takes its time to make.
  let opened: PrismaClient | undefined;
  const prisma = () => {
    opened ??= new PrismaClient({ adapter: prismaAdapter(pool, readAddress(url).schema) });
    return opened;
  };
  let definitions: Database | undefined;
  const database: Database = {
    get prisma() {
      return prisma();
    },
    get definitions() {
      if (placed === null) return database;
      definitions ??= open({ url, connections: DEFINING_CONNECTIONS, cell, placed: null });
      return definitions;
    },
    cell,
    isClosed: () => pool.isClosed,
    query: (statement) => runOn(pool, statement),
    wake: (job) => wake(job, 0, cell),
    transaction: async (work, named) => {
      const after = new AfterCommit();
      const begin = named ? BEGIN_NAMED : BEGIN;
      const result = await transactionOn({ pool, prisma, begin }, (tx) =>
        work({ cell, ...tx, ...after.handle }),
      );
      await after.run(database);
      return result;
    },
    close: async () => {
      await definitions?.close();
      await opened?.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
  return database;
}

async function runOn<Row>(client: pg.Pool | pg.PoolClient, statement: Sql): Promise<Row[]> {
  const result = await client.query({
    text: statement.text,
    values: toParameters(statement.values),
    ...(statement.name === undefined ? {} : { name: statement.name }),
  });
  return result.rows as Row[];
}

/** Most statements of a transaction have no name: all of them are planned as those are, unless it is said that none is. */
const BEGIN = `begin; set local plan_cache_mode=${PLANNED_FOR_VALUES}; set local enable_partition_pruning=${UNPRUNED}`;
const BEGIN_NAMED = `begin; set local plan_cache_mode=${PLANNED_ONCE}; set local enable_partition_pruning=${UNPRUNED}`;

type Beginning = { pool: Pool; prisma: () => PrismaClient; begin: string };

async function transactionOn<Result>(
  { pool, prisma, begin }: Beginning,
  work: (tx: Pick<Transaction, "prisma" | "query">) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  let isCommitting = false;
  const joined = joinTransaction(prisma, client);
  try {
    await client.query(begin);
    const result = await work({ prisma: joined.queries, query: (statement) => runOn(client, statement) });
    await joined.leave();
    isCommitting = true;
    await client.query("commit");
    return result;
  } catch (error) {
    await joined.leave();
    await client.query("rollback").catch((failure: Error) => {
      broken = failure;
    });
    throw pool.nameFailure(error, client, isCommitting);
  } finally {
    client.release(broken);
  }
}

/**
 * Does one long piece of work, such as a bulk load, on a connection of its own. It is closed afterwards
 * whatever became of the work; what that had not committed is then undone.
 */
export async function withLongSession<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    ...plainOpening(url),
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // A connection lost between two statements fails the next one; without a listener it would end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(sessionStatements(url, LONG_SESSION_SETTINGS));
    return await work(client);
  } finally {
    await client.end();
  }
}

const current = processWide<Database | undefined>("gatewayDatabase", () => undefined);
const further = processWide("gatewayCells", () => new Map<number, Database>());

/**
 * This process's database, opened at first use from `DATABASE_URL`: the home cell, where there are several.
 * @throws Error when `DATABASE_URL` is not set.
 */
export function db(): Database {
  const existing = current.value;
  if (existing) return existing;
  const { databaseUrl, databasePool } = env();
  if (!databaseUrl) throw new Error("DATABASE_URL is not set: there is no database to use.");
  const opened = openDatabase(databaseUrl, databasePool);
  current.value = opened;
  return opened;
}

/** Another cell of this process, opened at first use; `lib/cells` knows its address. */
export function furtherDatabase(cell: number, url: string): Database {
  const existing = further.value.get(cell);
  if (existing && !existing.isClosed()) return existing;
  const opened = openDatabase(url, env().databasePool, cell);
  further.value.set(cell, opened);
  return opened;
}

/** Closes what `db()` opened, and the other cells; the next call opens anew. */
export async function closeDb(): Promise<void> {
  const open = [current.value, ...further.value.values()];
  current.value = undefined;
  further.value = undefined;
  await Promise.all(open.map((database) => database?.close()));
}

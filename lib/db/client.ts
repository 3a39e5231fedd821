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

/** A handle that runs statements: the pool, or the one connection of a transaction. */
export type Queryable = {
  /** The number of its cell (rules: cells). */
  readonly cell: number;
  /** Everyday reads and writes. In a transaction they are part of it. */
  readonly prisma: PrismaQueries;
  /** Runs one statement and returns its rows: `bigint` for int8, `Date` for timestamptz, `Buffer` for bytea. */
  query<Row>(statement: Sql): Promise<Row[]>;
  /**
   * Announces work for a job: after the commit of a transaction, at once otherwise. The operation that writes due
   * rows calls it, so no caller has to.
   */
  wake(job: JobName): void;
};

/** A transaction, whose changes are committed together. */
export type Transaction = Queryable & {
  /**
   * Adds `work` for the time after the commit and before `transaction` returns. Works run in order. If one fails, the
   * sweep or a repeat does it. The failure is logged as `sentence`, and the caller still learns of the commit
   * (rules: unknown outcomes).
   */
  afterCommit(work: (db: Database) => Promise<unknown>, sentence: string): void;
};

/** The mark of a transaction whose statements all have names. */
type NamedStatements = "named";

/** The database for domain operations: Prisma for everyday queries, `query` for set statements. */
export type Database = Omit<Queryable, "prisma"> & {
  readonly prisma: PrismaClient;
  /**
   * Runs `work` in one transaction on one connection, and rolls back if it throws. No network call belongs inside.
   * @param named states that all its statements have names: each is planned once for a connection, not each time.
   * @throws DatabaseUnavailableError if the database is away and the transaction had no effect, and
   * OutcomeUnknownError if its commit was not answered. A single statement throws the same.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>, named?: NamedStatements): Promise<Result>;
  /**
   * The handle for statements that define tables, such as months and triggers. For a schema that Citus has placed on
   * a node, the statements go to the coordinator, which passes them on. Otherwise it is this handle.
   */
  readonly definitions: Database;
  /** Returns whether it was closed, so that every call fails. */
  isClosed(): boolean;
  close(): Promise<void>;
};

const INT8 = 20;

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === INT8 ? BigInt : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig["getTypeParser"],
};

/** For an unreachable server, which cannot time out by itself. */
const QUERY_TIMEOUT_MS = 40_000;

/**
 * Opens a pool on a PostgreSQL server as a cell: the tables of the address's schema. Connections open at their first
 * use.
 */
export function openDatabase(url: string, connections: number, cell = HOME_CELL): Database {
  const { schema } = readAddress(url);
  return open({ url, connections, cell, placed: schema === undefined ? null : new PlacedSchema(url) });
}

/** The connections that may define tables at the same time. */
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
  // The pool replaces an idle connection that the server closed. Without a listener the connection would end the
  // process.
  pool.on("error", () => {});
  // Created at its first use: a worker may run for hours without it.
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

/**
 * Most statements of a transaction have no name. All its statements are planned like unnamed ones, unless the caller
 * states that all have names.
 */
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
 * Does one long piece of work, such as a bulk load, on its own connection. The connection is closed afterwards in any
 * case, which rolls back uncommitted changes.
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
  // The next statement fails on a connection that was lost before it. Without a listener the loss would end the
  // process.
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
 * Returns this process's database, opened at first use from `DATABASE_URL`: the home cell, if there are several.
 * @throws Error if `DATABASE_URL` is not set.
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

/** Returns another cell's database, opened at first use. `lib/cells` knows its address. */
export function furtherDatabase(cell: number, url: string): Database {
  const existing = further.value.get(cell);
  if (existing && !existing.isClosed()) return existing;
  const opened = openDatabase(url, env().databasePool, cell);
  further.value.set(cell, opened);
  return opened;
}

/** Closes the database of `db()` and of the other cells. The next call opens them again. */
export async function closeDb(): Promise<void> {
  const open = [current.value, ...further.value.values()];
  current.value = undefined;
  further.value = undefined;
  await Promise.all(open.map((database) => database?.close()));
}

import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  Transaction,
} from "@prisma/driver-adapter-utils";
import pg from "pg";
import type { PrismaClient } from "@/lib/db/generated/client";
import { nameFailure } from "@/lib/db/unavailable";

/** Prisma's reads and writes, without transactions and raw SQL of its own. */
export type PrismaQueries = Omit<PrismaClient, `$${string}`>;

/** The connection of the transaction that Prisma is about to begin. */
const joined = new AsyncLocalStorage<pg.PoolClient>();

/** Prisma ends a transaction by itself after this time. The session's own timeouts end it long before. */
const PRISMA_TIMEOUT_MS = 24 * 3_600_000;

/**
 * Returns Prisma's driver for the pool, which can also work inside a transaction that has begun.
 * @param schema the schema that Prisma writes before each table; undefined for `public`.
 */
export function prismaAdapter(pool: pg.Pool, schema: string | undefined): SqlDriverAdapterFactory {
  const factory = new PrismaPg(pool, schema === undefined ? {} : { schema });
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => {
      const adapter = unqualified(await factory.connect(), schema);
      const begin = adapter.startTransaction.bind(adapter);
      adapter.startTransaction = (isolation) => {
        const client = joined.getStore();
        return client ? transactionOf(client, schema) : begin(isolation);
      };
      return adapter;
    },
  };
}

/**
 * Returns a transaction in Prisma's form, on a connection with a begun transaction. Its owner ends it: Prisma's
 * commit has no effect.
 */
async function transactionOf(client: pg.PoolClient, schema: string | undefined): Promise<Transaction> {
  const adapter: SqlDriverAdapter = await new PrismaPg(new OneConnection(client)).connect();
  return Object.assign(unqualified(adapter, schema), {
    options: { usePhantomQuery: true },
    commit: async () => {},
    rollback: async () => {},
    createSavepoint: refuseNested,
    rollbackToSavepoint: refuseNested,
    releaseSavepoint: refuseNested,
  });
}

/**
 * Makes Prisma name tables without their schema, as all other statements do: the connection's search path has it. On
 * a node of a cluster the path begins with the views of a placed schema.
 */
function unqualified(adapter: SqlDriverAdapter, schema: string | undefined): SqlDriverAdapter {
  if (schema === undefined) return adapter;
  const { queryRaw, executeRaw } = adapter;
  const plain = (query: SqlQuery): SqlQuery => ({ ...query, sql: query.sql.replaceAll(`"${schema}".`, "") });
  return Object.assign(adapter, {
    queryRaw: (query: SqlQuery) => queryRaw.call(adapter, plain(query)),
    executeRaw: (query: SqlQuery) => executeRaw.call(adapter, plain(query)),
  });
}

function refuseNested(): never {
  throw new Error("Prisma began a transaction inside a transaction: write one table at a time there.");
}

/** A pool with only the connection of a transaction. */
class OneConnection extends pg.Pool {
  constructor(client: pg.PoolClient) {
    super({ max: 1 });
    this.query = (async (asked: pg.QueryConfig) => {
      try {
        return await client.query(asked);
      } catch (error) {
        // The commit comes later: the transaction has had no effect.
        throw nameFailure(error, false);
      }
    }) as typeof this.query;
  }
}

/**
 * Returns Prisma Client inside a transaction on `client`. Its reads and writes are part of the transaction. It joins
 * at its first use, so that a transaction without it has no cost.
 * @param prisma returns the client, and creates it if necessary.
 * @returns the queries, and a function that makes Prisma leave the transaction before its commit or rollback.
 */
export function joinTransaction(
  prisma: () => PrismaClient,
  client: pg.PoolClient,
): { queries: PrismaQueries; leave: () => Promise<void> } {
  let joining: Promise<PrismaQueries> | undefined;
  let end = () => {};
  let ended: Promise<unknown> = Promise.resolve();
  const join = () => {
    joining ??= new Promise((resolve, reject) => {
      const stay = (queries: PrismaQueries) =>
        new Promise<void>((leave) => {
          end = leave;
          resolve(queries);
        });
      ended = joined.run(client, () => prisma().$transaction(stay, { timeout: PRISMA_TIMEOUT_MS }));
      ended.catch(reject);
    });
    return joining;
  };
  const running = new Set<Promise<unknown>>();
  const leave = async () => {
    if (!joining) return;
    // One of several concurrent queries may have failed. Prisma ends a transaction only when no query runs.
    while (running.size > 0) await Promise.allSettled(running);
    await joining.then(end, () => {});
    await ended.catch(() => {});
  };
  return { queries: lazily(join, running), leave };
}

/**
 * Returns the models of the client that `join` returns. Each method's promise is among `running` until it settles.
 */
function lazily(join: () => Promise<PrismaQueries>, running: Set<Promise<unknown>>): PrismaQueries {
  type Methods = Record<string, (given: unknown) => Promise<unknown>>;
  const model = (name: string) =>
    new Proxy({} as Methods, {
      get: (_, method: string) => (given: unknown) => {
        const models = join() as Promise<unknown> as Promise<Record<string, Methods>>;
        const result = models.then((queries) => queries[name]?.[method]?.(given));
        running.add(result);
        const settled = () => void running.delete(result);
        result.then(settled, settled);
        return result;
      },
    });
  return new Proxy({} as PrismaQueries, { get: (_, name: string) => model(name) });
}

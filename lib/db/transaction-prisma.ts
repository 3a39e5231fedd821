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

/** Which connection the transaction is on that Prisma is about to begin. */
const joined = new AsyncLocalStorage<pg.PoolClient>();

/** Prisma ends a transaction of its own accord after this: ours end by the session's own timeouts, long before. */
const PRISMA_TIMEOUT_MS = 24 * 3_600_000;

/**
 * Prisma's driver for our pool, which can also work inside a transaction that has begun already.
 * @param schema whose tables Prisma names, as it writes a schema before each; undefined for `public`.
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

/** A transaction as Prisma has it, on a connection where it has begun. Who began it ends it: Prisma's commit does nothing. */
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
 * Has Prisma name tables without their schema, as all our statements do: the connection's search path has it. On a node of a
 * cluster the path begins with the views of a placed schema.
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

/** A pool of the one connection that a transaction has. */
class OneConnection extends pg.Pool {
  constructor(client: pg.PoolClient) {
    super({ max: 1 });
    this.query = (async (asked: pg.QueryConfig) => {
      try {
        return await client.query(asked);
      } catch (error) {
        // The commit comes later: nothing of the transaction is done.
        throw nameFailure(error, false);
      }
    }) as typeof this.query;
  }
}

/**
 * Prisma Client inside a transaction that has begun on `client`: what it reads and writes belongs to it. It joins at its
 * first use, so that a transaction without it pays nothing.
 * @param prisma makes the client, or gives the one that is there.
 * @returns the queries, and what has Prisma leave the transaction: before it is committed or rolled back.
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
    // One of several at once may have failed: Prisma ends a transaction only when none of its queries runs.
    while (running.size > 0) await Promise.allSettled(running);
    await joining.then(end, () => {});
    await ended.catch(() => {});
  };
  return { queries: lazily(join, running), leave };
}

/** The models of a client that is there after `join`, each method a promise that is among `running` until it settles. */
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

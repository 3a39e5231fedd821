import type { Database } from "@/lib/db/client";
import type { Sql } from "@/lib/db/sql";
import { DatabaseUnavailableError } from "@/lib/db/unavailable";
import { accountsDb } from "@/tests/support/database/accounts-db";

type Prisma = Database["prisma"];

/**
 * Runs `work` while the database goes away. The database refuses the first statement with `text`, and all
 * later ones, if they are outside a transaction. Earlier commits stay.
 * @param text a part of a statement, or the model and method of a Prisma query, such as `message.create`.
 * @param passes the number of statements with this text that succeed first.
 */
export async function awayFrom<Result>(
  text: string,
  work: () => Promise<Result>,
  passes = 0,
): Promise<{ result: Result; isAway: boolean }> {
  const there = accountsDb();
  const { query, prisma } = there;
  const before = Object.getOwnPropertyDescriptors(there);
  let left = passes;
  let isAway = false;
  const refuse = (asked: string) => {
    if (!isAway && asked.includes(text)) isAway = left-- === 0;
    if (isAway) throw new DatabaseUnavailableError(new Error("gone"));
  };
  const refusing = async <Row>(statement: Sql) => {
    refuse(statement.text);
    return query<Row>(statement);
  };
  Object.defineProperties(there, {
    query: { ...before.query, value: refusing },
    prisma: { configurable: true, enumerable: true, value: asking(prisma, refuse) },
  });
  try {
    return { result: await work(), isAway };
  } finally {
    Object.defineProperties(there, before);
  }
}

/** Returns a Prisma Client that calls `say` with each query before running it. */
function asking(prisma: Prisma, say: (asked: string) => void): Prisma {
  type Method = (given: unknown) => Promise<unknown>;
  const models = prisma as unknown as Record<string, Record<string, Method>>;
  const model = (name: string) =>
    new Proxy({} as Record<string, Method>, {
      get: (_, method: string) => async (given: unknown) => {
        say(`${name}.${method}`);
        return models[name]?.[method]?.(given);
      },
    });
  return new Proxy(prisma, {
    get: (client, name: string) => (name.startsWith("$") ? Reflect.get(client, name) : model(name)),
  });
}

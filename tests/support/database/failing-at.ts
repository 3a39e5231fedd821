import { type Database, db } from "@/lib/db/client";

/**
 * Returns a database whose transactions fail at the statement with a text, as on a server that is killed
 * there.
 */
export function failingAt(text: string, real: Database = db()): Database {
  return Object.assign(Object.create(real) as Database, {
    query: real.query.bind(real),
    transaction: (work: Parameters<Database["transaction"]>[0]) =>
      real.transaction((tx) => {
        const query: typeof tx.query = (statement) => {
          if (statement.text.includes(text)) throw new Error("Killed.");
          return tx.query(statement);
        };
        return work(Object.assign(Object.create(tx) as typeof tx, { query, wake: tx.wake.bind(tx) }));
      }),
  });
}

import { type Database, db } from "@/lib/db/client";
import { DatabaseUnavailableError } from "@/lib/db/unavailable";

const holder = globalThis as typeof globalThis & { gatewayDatabase?: Database | undefined };

/**
 * Does `work` while the database goes away: the first statement outside a transaction that holds `text`, and all that
 * follow outside one, are refused. What was committed before stays.
 * @param passes how many statements with this text come through first.
 */
export async function awayFrom<Result>(
  text: string,
  work: () => Promise<Result>,
  passes = 0,
): Promise<{ result: Result; isAway: boolean }> {
  const there = db();
  let left = passes;
  let isAway = false;
  holder.gatewayDatabase = {
    ...there,
    query: async (statement) => {
      if (!isAway && statement.text.includes(text)) isAway = left-- === 0;
      if (isAway) throw new DatabaseUnavailableError(new Error("gone"));
      return there.query(statement);
    },
  };
  try {
    return { result: await work(), isAway };
  } finally {
    holder.gatewayDatabase = there;
  }
}

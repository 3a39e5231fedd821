import type { Database } from "@/lib/db/client";

/** How long a process may go on with a small table as it was (rules: revocation). */
const FRESH_MS = 5_000;

type Held<Value> = { value: Promise<Value>; loadedAt: number };

/**
 * Keeps a small, seldom changed table in memory, per database, and reads it again after some seconds. Prices
 * and number prefixes are needed for every message.
 */
export function cachedTable<Value>(
  load: (db: Database) => Promise<Value>,
): (db: Database, now: Date) => Promise<Value> {
  const held = new WeakMap<Database, Held<Value>>();
  return (db, now) => {
    const existing = held.get(db);
    const age = existing ? now.getTime() - existing.loadedAt : Number.POSITIVE_INFINITY;
    if (existing && age >= 0 && age < FRESH_MS) return existing.value;
    const value = load(db);
    held.set(db, { value, loadedAt: now.getTime() });
    // A failed read is not kept: the next caller tries again.
    value.catch(() => held.delete(db));
    return value;
  };
}

import type { Database } from "@/lib/db/client";

/** How long a process may go on with a small table as it was (rules: revocation). */
const FRESH_MS = 5_000;

type Held<Value> = { value: Promise<Value>; loadedAt: number };

/**
 * A table as it was at most some seconds before `now`. `forget` is for whoever has just changed it, and must see that, or has
 * found that `value` is old: what was read since then stays.
 */
export type CachedTable<Value> = {
  (db: Database, now: Date): Promise<Value>;
  forget(db: Database, value?: Promise<Value>): void;
};

/**
 * Keeps a small, seldom changed table in memory, per database, and reads it again after some seconds. Prices
 * and number prefixes are needed for every message.
 */
export function cachedTable<Value>(load: (db: Database) => Promise<Value>): CachedTable<Value> {
  const held = new WeakMap<Database, Held<Value>>();
  const read = (db: Database, now: Date) => {
    const existing = held.get(db);
    const age = existing ? now.getTime() - existing.loadedAt : Number.POSITIVE_INFINITY;
    if (existing && age >= 0 && age < FRESH_MS) return existing.value;
    const value = load(db);
    held.set(db, { value, loadedAt: now.getTime() });
    // A failed read is not kept: the next caller tries again.
    value.catch(() => forget(db, value));
    return value;
  };
  const forget = (db: Database, value?: Promise<Value>) => {
    if (value === undefined || held.get(db)?.value === value) held.delete(db);
  };
  return Object.assign(read, { forget });
}

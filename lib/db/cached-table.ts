import type { Database } from "@/lib/db/client";

/** The age at which a process reloads a small table (rules: revocation). */
const FRESH_MS = 5_000;

type CachedEntry<Value> = { value: Promise<Value>; loadedAt: number };

/**
 * A table as it was at most some seconds before `now`. `forget` drops the cached `value`. It is for a caller that has
 * just changed the table, or has found that `value` is old. A later read stays cached.
 */
export type CachedTable<Value> = {
  (db: Database, now: Date): Promise<Value>;
  forget(db: Database, value?: Promise<Value>): void;
};

/**
 * Caches a small table that seldom changes, for each database, for some seconds. Every message needs prices and
 * number prefixes.
 */
export function cachedTable<Value>(load: (db: Database) => Promise<Value>): CachedTable<Value> {
  const held = new WeakMap<Database, CachedEntry<Value>>();
  const read = (db: Database, now: Date) => {
    const existing = held.get(db);
    const age = existing ? now.getTime() - existing.loadedAt : Number.POSITIVE_INFINITY;
    if (existing && age >= 0 && age < FRESH_MS) return existing.value;
    const value = load(db);
    held.set(db, { value, loadedAt: now.getTime() });
    // A failed read is not cached: the next caller reads again.
    value.catch(() => forget(db, value));
    return value;
  };
  const forget = (db: Database, value?: Promise<Value>) => {
    if (value === undefined || held.get(db)?.value === value) held.delete(db);
  };
  return Object.assign(read, { forget });
}

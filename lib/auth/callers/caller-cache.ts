import { BoundedMap } from "@/lib/bounded-map";
import type { Database, Transaction } from "@/lib/db/client";
import { processWide } from "@/lib/process-wide";

/** How long an entry counts: by then, every process sees what is revoked (rules: revocation). */
const CACHE_TTL_MS = 5_000;

/** How many entries are kept; the oldest go first. */
const MAX_CACHED = 20_000;

/** The other processes are told at once, and then at most so often, however much is changed. */
const TELL_EVERY_MS = 50;

type Cached = { value: Promise<unknown>; readAt: number };

type Telling = { tell: () => void; isPaused: boolean; isDue: boolean };

const callers = processWide("gatewayCallers", () => new WeakMap<Database, BoundedMap<Cached>>());
const telling = processWide<Telling | undefined>("gatewayTellInvalidated", () => undefined);

/**
 * Reads something about a caller, through a cache of this process with a TTL of five seconds. A client that sends
 * hundreds of requests a second need not have its token looked up for each. Requests that come meanwhile share one read.
 * @param name of what is read, with all that it depends on.
 * @param read gives something only for callers that count: what it throws or gives as `null` is not cached.
 */
export function cachedFor<Value>(
  db: Database,
  name: string,
  now: Date,
  read: () => Promise<Value>,
): Promise<Value> {
  const cache = cacheOf(db);
  const existing = cache.get(name);
  const age = existing ? now.getTime() - existing.readAt : Number.POSITIVE_INFINITY;
  if (existing && age >= 0 && age < CACHE_TTL_MS) return existing.value as Promise<Value>;
  const value = read();
  const entry: Cached = { value, readAt: now.getTime() };
  cache.set(name, entry);
  const drop = () => {
    if (cache.get(name) === entry) cache.delete(name);
  };
  value.then((read) => (read === null ? drop() : undefined), drop);
  return value;
}

/** Has this read again: what is cached does not fit what is seen. */
export function invalidateCaller(db: Database, name: string): void {
  callers.value.get(db)?.delete(name);
}

/**
 * Has everything about callers read again after a change that somebody has committed in this process: here, and in the
 * other processes of this server. What has changed nothing does not call it: it costs every caller another look.
 */
export function invalidateCallers(db: Database): void {
  callers.value.delete(db);
  tellOthers();
}

/** Does what `invalidateCallers` does once a transaction that changes something about callers is committed. */
export function invalidateCallersAfter(tx: Pick<Transaction, "afterCommit">): void {
  tx.afterCommit(async (db) => invalidateCallers(db), "callers are read again after five seconds only");
}

function tellOthers(): void {
  const current = telling.value;
  if (!current) return;
  current.isDue = current.isPaused;
  if (current.isPaused) return;
  current.isPaused = true;
  current.tell();
  setTimeout(() => {
    current.isPaused = false;
    if (current.isDue && current === telling.value) tellOthers();
  }, TELL_EVERY_MS).unref();
}

/**
 * Has everything about callers read again in this process alone: another one says that something has changed. It needs
 * no database: the process of the pages may hear of it before it has one.
 */
export function invalidateCallersHere(): void {
  callers.value = undefined;
}

/** Names who tells the other processes of this server that callers are to be read again, or nobody. */
export function onInvalidateCallers(tell: (() => void) | undefined): void {
  telling.value = tell && { tell, isPaused: false, isDue: false };
}

function cacheOf(db: Database): BoundedMap<Cached> {
  const existing = callers.value.get(db);
  if (existing) return existing;
  const cache = new BoundedMap<Cached>(MAX_CACHED);
  callers.value.set(db, cache);
  return cache;
}

import { countUnknown, lookUp, type Stranger } from "@/lib/auth/limits/strangers";
import { BoundedMap } from "@/lib/bounded-map";
import type { Database, Transaction } from "@/lib/db/client";
import { inCallerTurn, turnOfAccount, turnOfAddress } from "@/lib/db/locks/caller-turns";
import { processWide } from "@/lib/process-wide";

/** How long an entry counts: by then, every process sees what is revoked (rules: revocation). */
const CACHE_TTL_MS = 5_000;

/** How many entries are kept; the oldest go first. */
const MAX_CACHED = 20_000;

/** How many credentials that open nothing are remembered; the oldest go first. */
const MAX_UNKNOWN = 10_000;

/** The other processes are told at once, and then at most so often, however much is changed. */
const TELL_EVERY_MS = 50;

/**
 * `version`: the cache's when the read began. `turn`: in which the read waits, if it does. `accountId`: the account behind a
 * credential that was verified; it outlives the entry's time, so that the next read waits for no stranger.
 */
type Cached = {
  value: Promise<unknown>;
  readAt: number;
  version: number;
  isSettled: boolean;
  turn: string | null;
  accountId: number | null;
};

type Cache = {
  entries: BoundedMap<Cached>;
  unknown: BoundedMap<{ at: number; version: number }>;
  changes: number;
};

type Telling = { tell: () => void; isPaused: boolean; isDue: boolean };

/**
 * A read that verifies a caller.
 * @property entry the name of the cache entry, with every value that the read depends on.
 * @property accountOf returns the account behind what is read.
 */
export type CallerLookUp<Value> = Stranger & {
  entry: string;
  now: Date;
  accountOf(value: NonNullable<Value>): number;
};

type CachedRead<Value> = { name: string; now: Date; by: CallerLookUp<Value> | null };

const callers = processWide("gatewayCallers", () => ({ caches: new WeakMap<Database, Cache>(), changes: 0 }));
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
  return readThrough(db, { name, now, by: null }, read);
}

/**
 * The same for a read that verifies the caller (rules: look-ups). An unknown credential is read in the turn of its address. A
 * credential that was verified before is read in the turn of its account, and goes first. Callers at other addresses do not
 * share a read that waits.
 * @throws GatewayError as `lookUp` does; and errors of `read`.
 */
export function lookUpCaller<Value>(
  db: Database,
  by: CallerLookUp<Value>,
  read: () => Promise<Value>,
): Promise<Value> {
  return readThrough(db, { name: by.entry, now: by.now, by }, read);
}

function readThrough<Value>(
  db: Database,
  { name, now, by }: CachedRead<Value>,
  read: () => Promise<Value>,
): Promise<Value> {
  const cache = cacheOf(db);
  const existing = cache.entries.get(name);
  const accountId = existing?.accountId ?? null;
  const turn = by && turnOf(by, accountId);
  const isShared = existing && (existing.isSettled || existing.turn === turn);
  if (isShared && isFresh(cache, existing, now)) return existing.value as Promise<Value>;
  if (by && accountId === null && isUnknown(cache, name, now)) return refuseUnknown<Value>(by, now);
  const value = by ? readInTurn(db, by, accountId, read) : read();
  const version = versionOf(cache);
  keep(
    cache,
    { name, now, by },
    { value, readAt: now.getTime(), version, isSettled: false, turn, accountId },
  );
  return value;
}

/**
 * Reads a caller anew in the turn of the address that asks: the cached value does not match its credentials. Others go on with the
 * cached value until the new one is there, since anybody can send what does not fit. The caller has counted the attempt
 * against the limits of the address.
 * @throws GatewayError as `inCallerTurn` does; and errors of `read`.
 */
export async function readAnew<Value>(
  db: Database,
  by: CallerLookUp<Value>,
  read: () => Promise<Value | null>,
): Promise<Value | null> {
  const { entry: name, now } = by;
  const cache = cacheOf(db);
  const version = versionOf(cache);
  const value = await inCallerTurn(db, turnOfAddress(by.address), read);
  const accountId = cache.entries.get(name)?.accountId ?? null;
  if (value === null) cache.entries.delete(name);
  else {
    const entry = { value: Promise.resolve(value), readAt: now.getTime(), version, turn: null, accountId };
    cache.entries.set(name, { ...entry, isSettled: true });
  }
  return value;
}

function turnOf({ address }: Stranger, accountId: number | null): string {
  return accountId === null ? turnOfAddress(address) : turnOfAccount(accountId);
}

function readInTurn<Value>(
  db: Database,
  by: CallerLookUp<Value>,
  accountId: number | null,
  read: () => Promise<Value>,
): Promise<Value> {
  return accountId === null
    ? (lookUp(db, by, by.now, read) as Promise<Value>)
    : inCallerTurn(db, turnOfAccount(accountId), read, { isKnown: true });
}

function keep<Value>(cache: Cache, { name, by }: CachedRead<Value>, entry: Cached): void {
  cache.entries.set(name, entry);
  const isCurrent = () => cache.entries.get(name) === entry;
  entry.value.then(
    (value) => {
      entry.isSettled = true;
      if (value !== null) entry.accountId = by?.accountOf(value as NonNullable<Value>) ?? null;
      else {
        if (isCurrent()) cache.entries.delete(name);
        if (by && isCountedHere(by)) cache.unknown.set(name, { at: entry.readAt, version: entry.version });
      }
    },
    () => {
      if (!isCurrent()) return;
      // The database did not answer: the credential stays one that was verified.
      if (entry.accountId === null) cache.entries.delete(name);
      else cache.entries.set(name, { ...entry, isSettled: true, readAt: Number.NEGATIVE_INFINITY });
    },
  );
}

/** Refuses a credential that opened nothing a moment ago: each time counts, and asks nothing. */
async function refuseUnknown<Value>(by: Stranger, now: Date): Promise<Value> {
  countUnknown(by, now);
  return null as Value;
}

const isFresh = (
  cache: Cache,
  { readAt, version }: Pick<Cached, "readAt" | "version">,
  now: Date,
): boolean => {
  const age = now.getTime() - readAt;
  return age >= 0 && age < CACHE_TTL_MS && version === versionOf(cache);
};

/** Only random secrets: an account with a given email address may come to be at any moment. */
const isCountedHere = ({ kind }: Stranger) => kind === "token" || kind === "integration";

function isUnknown(cache: Cache, name: string, now: Date): boolean {
  const unknown = cache.unknown.get(name);
  return unknown !== undefined && isFresh(cache, { readAt: unknown.at, version: unknown.version }, now);
}

/**
 * Has everything about callers read again after a change that somebody has committed in this process: here, and in the
 * other processes of this server. What has changed nothing does not call it: it costs every caller another look.
 */
export function invalidateCallers(db: Database): void {
  cacheOf(db).changes++;
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
  callers.value.changes++;
}

/** Names who tells the other processes of this server that callers are to be read again, or nobody. */
export function onInvalidateCallers(tell: (() => void) | undefined): void {
  telling.value = tell && { tell, isPaused: false, isDue: false };
}

/** Both only grow: the sum differs after each change. */
const versionOf = ({ changes }: Cache): number => changes + callers.value.changes;

function cacheOf(db: Database): Cache {
  const { caches } = callers.value;
  const existing = caches.get(db);
  if (existing) return existing;
  const cache: Cache = {
    entries: new BoundedMap(MAX_CACHED),
    unknown: new BoundedMap(MAX_UNKNOWN),
    changes: 0,
  };
  caches.set(db, cache);
  return cache;
}

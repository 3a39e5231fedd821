import { countUnknown, lookUp, type Stranger } from "@/lib/auth/limits/strangers";
import { BoundedMap } from "@/lib/bounded-map";
import type { Database, Transaction } from "@/lib/db/client";
import { inCallerTurn, turnOfAccount, turnOfAddress } from "@/lib/db/locks/caller-turns";
import { processWide } from "@/lib/process-wide";

/** The lifetime of an entry, after which every process sees a revocation (rules: revocation). */
const CACHE_TTL_MS = 5_000;

/** The most entries. The oldest are dropped first. */
const MAX_CACHED = 20_000;

/** The most cached credentials that open nothing. The oldest are dropped first. */
const MAX_UNKNOWN = 10_000;

/** The shortest interval between messages to the other processes. The first message of a series is sent at once. */
const TELL_EVERY_MS = 50;

/**
 * `version`: the cache's at the start of the read. `turn`: the turn in which the read waits, if it does. `accountId`:
 * the account of a verified credential. It outlives the entry, so that the next read does not wait for strangers.
 */
type CacheEntry = {
  value: Promise<unknown>;
  readAt: number;
  version: number;
  isSettled: boolean;
  turn: string | null;
  accountId: number | null;
};

type Cache = {
  entries: BoundedMap<CacheEntry>;
  unknown: BoundedMap<{ at: number; version: number }>;
  changes: number;
};

type Telling = { tell: () => void; isPaused: boolean; isDue: boolean };

/**
 * A read that verifies a caller.
 * @property entry the name of the cache entry, with every value that the read depends on.
 * @property accountOf returns the account of the result.
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
 * Reads something about a caller, through a cache of this process with a TTL of five seconds. A client with hundreds
 * of requests a second does not need a look-up of its token for each. Concurrent requests share one read.
 * @param name the name of the entry, with every value that the read depends on.
 * @param read returns null, or throws, for callers that do not count. Such results are not cached.
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
 * Does the same for a read that verifies the caller (rules: look-ups). An unknown credential is read in the turn of
 * its address. A credential that was verified before is read in the turn of its account, and goes first. Callers at
 * other addresses do not share a read that waits.
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
 * Reads a caller again in the turn of the address, because the cached value does not match its credentials. Other
 * callers get the cached value until the new one arrives, since a stranger can send wrong credentials. The caller has
 * counted the attempt against the limits of the address.
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

function keep<Value>(cache: Cache, { name, by }: CachedRead<Value>, entry: CacheEntry): void {
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
      // The database did not answer: the credential stays a verified one.
      if (entry.accountId === null) cache.entries.delete(name);
      else cache.entries.set(name, { ...entry, isSettled: true, readAt: Number.NEGATIVE_INFINITY });
    },
  );
}

/** Refuses a credential that opened nothing a moment ago. Each attempt counts, and costs no statement. */
async function refuseUnknown<Value>(by: Stranger, now: Date): Promise<Value> {
  countUnknown(by, now);
  return null as Value;
}

const isFresh = (
  cache: Cache,
  { readAt, version }: Pick<CacheEntry, "readAt" | "version">,
  now: Date,
): boolean => {
  const age = now.getTime() - readAt;
  return age >= 0 && age < CACHE_TTL_MS && version === versionOf(cache);
};

/** Only random secrets are cached as unknown. An account with a given email address may be created at any moment. */
const isCountedHere = ({ kind }: Stranger) => kind === "token" || kind === "integration";

function isUnknown(cache: Cache, name: string, now: Date): boolean {
  const unknown = cache.unknown.get(name);
  return unknown !== undefined && isFresh(cache, { readAt: unknown.at, version: unknown.version }, now);
}

/**
 * Makes callers be read again, in this process and in the others of this server, after a committed change. Do not
 * call it without a change: it costs every caller a read.
 */
export function invalidateCallers(db: Database): void {
  cacheOf(db).changes++;
  tellOthers();
}

/** Calls `invalidateCallers` after the commit of a transaction that changes callers. */
export function invalidateCallersAfter(tx: Pick<Transaction, "afterCommit">): void {
  tx.afterCommit(
    async (db) => invalidateCallers(db),
    "other processes read callers again only after five seconds",
  );
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
 * Makes callers be read again in this process only, because another one reports a change. It needs no database: the
 * process of the pages may get the report before it has one.
 */
export function invalidateCallersHere(): void {
  callers.value.changes++;
}

/** Sets or removes the function that reports changes to the other processes of this server. */
export function onInvalidateCallers(tell: (() => void) | undefined): void {
  telling.value = tell && { tell, isPaused: false, isDue: false };
}

/** Both numbers only grow, so the sum differs after each change. */
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

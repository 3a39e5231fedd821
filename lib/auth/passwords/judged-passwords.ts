import { createHmac, randomBytes } from "node:crypto";
import { BoundedMap } from "@/lib/bounded-map";
import { processWide } from "@/lib/process-wide";

/** The lifetimes of a right password in the cache, after its last use and after its check (rules: passwords). */
const RIGHT_IDLE_MS = 30 * 60_000;
const RIGHT_TOTAL_MS = 24 * 3_600_000;

/**
 * The lifetime of a wrong password in the cache, after its last use. A client that repeats it is refused, and not
 * counted again.
 */
const WRONG_IDLE_MS = 30 * 60_000;

/** The most cached passwords of each kind. The least recently used is dropped first. */
const MAX_REMEMBERED = 10_000;

type Memory = {
  /** The key of the HMACs. It never leaves the process. */
  key: Buffer;
  right: BoundedMap<{ judgedAt: number; usedAt: number }>;
  wrong: BoundedMap<number>;
};

const memory = processWide<Memory>("gatewayJudgedPasswords", () => ({
  key: randomBytes(32),
  right: new BoundedMap(MAX_REMEMBERED),
  wrong: new BoundedMap(MAX_REMEMBERED),
}));

/**
 * Returns the cache key of an account's password. It depends on the stored hash, so that a new password changes it.
 */
export function fingerprint(email: string, passwordHash: string, password: string): string {
  return createHmac("sha256", memory.value.key)
    .update(`${email}\0${passwordHash}\0${password}`)
    .digest("base64");
}

/** Returns the cached result for a password by its fingerprint. The read counts as a use. */
export function recall(mark: string, now: Date): "right" | "wrong" | "unknown" {
  const { right, wrong } = memory.value;
  const at = now.getTime();
  const known = right.get(mark);
  if (known && at - known.usedAt < RIGHT_IDLE_MS && at - known.judgedAt < RIGHT_TOTAL_MS) {
    right.set(mark, { ...known, usedAt: at });
    return "right";
  }
  const usedAt = wrong.get(mark);
  if (usedAt === undefined || at - usedAt >= WRONG_IDLE_MS) return "unknown";
  wrong.set(mark, at);
  return "wrong";
}

/** Caches the result for a password. */
export function remember(mark: string, isRight: boolean, now: Date): void {
  const at = now.getTime();
  if (isRight) memory.value.right.set(mark, { judgedAt: at, usedAt: at });
  else memory.value.wrong.set(mark, at);
}

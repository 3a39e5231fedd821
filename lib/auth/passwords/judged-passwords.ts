import { createHmac, randomBytes } from "node:crypto";
import { BoundedMap } from "@/lib/bounded-map";
import { processWide } from "@/lib/process-wide";

/** How long a right password is remembered after its last use, and after it was judged (rules: passwords). */
const RIGHT_IDLE_MS = 30 * 60_000;
const RIGHT_TOTAL_MS = 24 * 3_600_000;

/** How long a wrong one is remembered after its last use: a client that repeats it is refused, and not counted again. */
const WRONG_IDLE_MS = 30 * 60_000;

/** How many of each are remembered; the least recently used goes first. */
const MAX_REMEMBERED = 10_000;

type Memory = {
  /** HMACs are made under it; it never leaves the process. */
  key: Buffer;
  right: BoundedMap<{ judgedAt: number; usedAt: number }>;
  wrong: BoundedMap<number>;
};

const memory = processWide<Memory>("gatewayJudgedPasswords", () => ({
  key: randomBytes(32),
  right: new BoundedMap(MAX_REMEMBERED),
  wrong: new BoundedMap(MAX_REMEMBERED),
}));

/** What a password of an account is remembered by. The stored hash is part of it: a new password makes it another. */
export function fingerprint(email: string, passwordHash: string, password: string): string {
  return createHmac("sha256", memory.value.key)
    .update(`${email}\0${passwordHash}\0${password}`)
    .digest("base64");
}

/** What is known of a password by its fingerprint. Being asked counts as its use. */
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

/** Remembers what a password was judged to be. */
export function remember(mark: string, isRight: boolean, now: Date): void {
  const at = now.getTime();
  if (isRight) memory.value.right.set(mark, { judgedAt: at, usedAt: at });
  else memory.value.wrong.set(mark, at);
}

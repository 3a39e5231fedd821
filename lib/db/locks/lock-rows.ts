import { createHash } from "node:crypto";
import type { Queryable } from "@/lib/db/client";
import { lockRowsStatement } from "@/lib/db/locks/lock-rows.sql";

/** How many slots a kind has: its rows in `lock_rows`. */
export const SLOTS = 256;

/**
 * The kinds of work that must not run concurrently and have no row of an account or object to lock. Rows of `lock_rows`
 * stand for them, because an advisory lock holds on one node of a cluster only. A transaction takes several kinds in this
 * order, so that no two wait for each other.
 */
export type LockKind = "directory" | "domain_decisions" | "inbound_parts" | "auto_replies" | "purge";

/** The slot of a name. Two names may share one, and then wait for each other. */
export function slotOf(name: string): number {
  return createHash("sha256").update(name).digest().readUInt8(0);
}

/**
 * Waits until no other transaction has these slots of a kind, and has the others wait until this one ends. The rows are
 * locked in one order everywhere, and nobody changes them.
 * @throws Error where a row is missing, since nothing would be locked then.
 */
export async function lockSlots(tx: Queryable, kind: LockKind, slots: readonly number[]): Promise<void> {
  const wanted = [...new Set(slots)];
  const locked = await tx.query(lockRowsStatement(kind, wanted));
  if (locked.length !== wanted.length)
    throw new Error(`lock_rows has ${locked.length} of ${wanted.length} rows of ${kind}.`);
}

import { createHash } from "node:crypto";
import type { Queryable } from "@/lib/db/client";
import { lockRowsStatement } from "@/lib/db/locks/lock-rows.sql";

/** The slots of a kind: its rows in `lock_rows`. */
export const SLOTS = 256;

/**
 * The kinds of work that must not run concurrently and have no row of an account or object to lock. Rows of
 * `lock_rows` stand for them, because an advisory lock holds only on one node of a cluster. A transaction takes
 * several kinds in this order, so that two transactions never deadlock.
 */
export type LockKind = "directory" | "domain_decisions" | "inbound_parts" | "auto_replies" | "purge";

/** Returns the slot of a name. Two names may share one, and then wait for each other. */
export function slotOf(name: string): number {
  return createHash("sha256").update(name).digest().readUInt8(0);
}

/**
 * Locks slots of a kind until the transaction ends, and waits for other transactions that have them. The rows are
 * locked in the same order everywhere, and are never changed.
 * @throws Error if a row is missing, because the lock would then be incomplete.
 */
export async function lockSlots(tx: Queryable, kind: LockKind, slots: readonly number[]): Promise<void> {
  const wanted = [...new Set(slots)];
  const locked = await tx.query(lockRowsStatement(kind, wanted));
  if (locked.length !== wanted.length)
    throw new Error(`lock_rows has ${locked.length} of ${wanted.length} rows of ${kind}.`);
}

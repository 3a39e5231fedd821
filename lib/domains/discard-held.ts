import { lockAccountsStatement } from "@/lib/accounts/lock-account.sql";
import type { Database, Queryable } from "@/lib/db/client";
import {
  countHeldStatement,
  discardStatement,
  type HeldSelection,
  lockHeldStatement,
} from "@/lib/domains/discard-held.sql";
import type { HeldKey } from "@/lib/domains/held-order.sql";

/** The age at which a held message without a decision is deleted (rules: end of holding). */
export const MAX_HELD_MS = 14 * 24 * 3_600_000;

/** The most messages that one transaction deletes, so that no account is locked for long. */
export const DISCARD_BATCH = 1_000;

/**
 * Deletes held messages (rules: end of holding, reversals). One transaction sets their status `DELETED`, reverses
 * their deductions and erases their codes. A message that is no longer held is skipped, so that a repeat refunds
 * nothing twice.
 * @returns the number of deleted messages.
 */
export async function discardHeld(db: Database, selection: HeldSelection, now: Date): Promise<number> {
  let discarded = 0;
  let after: HeldKey | null = null;
  do {
    const from = after;
    const batch: DiscardedBatch = await db.transaction((tx) => discardBatch(tx, selection, now, from));
    discarded += batch.discarded;
    after = batch.next;
  } while (after !== null);
  return discarded;
}

/** The number of deleted messages, and the key to continue after; null after the last message. */
type DiscardedBatch = { discarded: number; next: HeldKey | null };

/** Deletes held messages after a key, at most one batch. */
export async function discardBatch(
  tx: Queryable,
  selection: HeldSelection,
  now: Date,
  after: HeldKey | null = null,
): Promise<DiscardedBatch> {
  const held = await tx.query<HeldKey>(lockHeldStatement(selection, after, DISCARD_BATCH));
  if (held.length === 0) return { discarded: 0, next: null };
  await tx.query(lockAccountsStatement(held.map(({ accountId }) => accountId)));
  const ids = held.map(({ id }) => id);
  await tx.query(discardStatement(ids, now));
  return { discarded: held.length, next: held.length < DISCARD_BATCH ? null : (held.at(-1) ?? null) };
}

/** Counts the held messages of a selection. */
export async function countHeld(db: Queryable, selection: HeldSelection): Promise<number> {
  const [row] = await db.query<{ count: number }>(countHeldStatement(selection));
  return row?.count ?? 0;
}

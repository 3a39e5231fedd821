import { NOTHING, type Sql, sql } from "@/lib/db/sql";

/** The order in which held messages are read, by `message_queue_held_idx`. */
export const HELD_ORDER = sql`u.account_id, u.accepted_at, u.message_id`;

/** A position in that order: the key of a held message's row `u`. */
export type HeldKey = { accountId: number; acceptedAt: Date; id: string };

/** The columns of a `HeldKey`. */
export const HELD_KEY = sql`u.account_id as "accountId", u.accepted_at as "acceptedAt", u.message_id as id`;

const keyOf = ({ accountId, acceptedAt, id }: HeldKey) =>
  sql`(${accountId}::int, ${acceptedAt}::timestamptz, ${id}::uuid)`;

/** Returns the condition, with `and` in front, that a held message comes after a key. Without a key it is empty. */
export function comesAfter(key: HeldKey | null): Sql {
  return key === null ? NOTHING : sql`and (${HELD_ORDER}) > ${keyOf(key)}`;
}

/**
 * Returns the condition, with `and` in front, that a held message comes no later than a key. Without a key it is
 * empty.
 */
export function comesUntil(key: HeldKey | null): Sql {
  return key === null ? NOTHING : sql`and (${HELD_ORDER}) <= ${keyOf(key)}`;
}

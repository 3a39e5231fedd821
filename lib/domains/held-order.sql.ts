import { NOTHING, type Sql, sql } from "@/lib/db/sql";

/** Held messages are gone through in this order, by `message_queue_held_idx`. */
export const HELD_ORDER = sql`u.account_id, u.accepted_at, u.message_id`;

/** A place in that order: the key of a held message's row `u`. */
export type HeldKey = { accountId: number; acceptedAt: Date; id: string };

/** The columns that make a `HeldKey`. */
export const HELD_KEY = sql`u.account_id as "accountId", u.accepted_at as "acceptedAt", u.message_id as id`;

const keyOf = ({ accountId, acceptedAt, id }: HeldKey) =>
  sql`(${accountId}::int, ${acceptedAt}::timestamptz, ${id}::uuid)`;

/** The condition, with `and` in front, that a held message comes after a key; without one it is any. */
export function comesAfter(key: HeldKey | null): Sql {
  return key === null ? NOTHING : sql`and (${HELD_ORDER}) > ${keyOf(key)}`;
}

/** The condition, with `and` in front, that a held message comes no later than a key; without one it is any. */
export function comesUntil(key: HeldKey | null): Sql {
  return key === null ? NOTHING : sql`and (${HELD_ORDER}) <= ${keyOf(key)}`;
}

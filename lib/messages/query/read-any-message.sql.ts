import { type Sql, sql } from "@/lib/db/sql";

/** The account of a message. */
export type MessageOwnerRow = { id: number; name: string };

/** Reads the account of a message, as `MessageOwnerRow`. Returns no row if the message does not exist. */
export function messageOwnerStatement(id: string): Sql {
  return sql`select a.id, a.name from messages m join accounts a on a.id = m.account_id where m.id = ${id}::uuid`;
}

/** A part that a carrier accepted, and its cost; null if that is unknown. */
export type TakenRow = { carrier: string; costMicros: bigint | null };

/**
 * Reads the parts of a message that carriers accepted, those of the last attempt first: by the primary key, which
 * begins with the message.
 */
export function takenStatement(id: string): Sql {
  return sql`
    select carrier, cost_micros as "costMicros" from carrier_submissions
    where message_id = ${id}::uuid and state in ('accepted', 'delivered') order by attempt desc, part`;
}

import { type Sql, sql } from "@/lib/db/sql";

/** Whose a message is. */
export type MessageOwnerRow = { id: number; name: string };

/** The account of a message, as `MessageOwnerRow`; no row where there is no such message. */
export function messageOwnerStatement(id: string): Sql {
  return sql`select a.id, a.name from messages m join accounts a on a.id = m.account_id where m.id = ${id}::uuid`;
}

/** A part that a carrier took, and what that costs; null where it is not known. */
export type TakenRow = { carrier: string; costMicros: bigint | null };

/** The parts of a message that carriers took, those of the last attempt first: by the primary key, which begins with it. */
export function takenStatement(id: string): Sql {
  return sql`
    select carrier, cost_micros as "costMicros" from carrier_submissions
    where message_id = ${id}::uuid and state in ('accepted', 'delivered') order by attempt desc, part`;
}

import { literal, type Sql, sql } from "@/lib/db/sql";

/**
 * Locks the position until the transaction ends, after waiting for other transactions, and reads it as `indexedTo`.
 */
export function waitForPositionStatement(): Sql {
  return sql`select indexed_to as "indexedTo" from search_position where id = 1 for update`;
}

/** Deletes the index's rows of an account. */
export function forgetWordsStatement(accountId: number): Sql {
  return sql`
    delete from message_words w using (select id from messages where account_id = ${accountId}::int) m
    where w.last_id = m.id`;
}

/** The message after which a page begins. */
export type MessagePlace = { acceptedAt: Date; id: string };

/**
 * Reads an account's next messages up to a position, as `UnindexedMessage` with their positions, by the time of
 * acceptance.
 */
export function messagesUpToStatement(
  accountId: number,
  upTo: string,
  { acceptedAt, id }: MessagePlace,
  limit: number,
): Sql {
  return sql`
    select m.id, m.account_id as "accountId", m.msisdn, m.body, m.accepted_at as "acceptedAt" from messages m
    where m.account_id = ${accountId}::int and (m.accepted_at, m.id) > (${acceptedAt}::timestamptz, ${id}::uuid)
      and m.id <= ${upTo}::uuid
    order by m.accepted_at, m.id limit ${literal(limit)}`;
}

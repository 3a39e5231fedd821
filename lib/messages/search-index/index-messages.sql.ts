import { literal, prepared, type Sql, sql } from "@/lib/db/sql";

/** A message to index. If it has a one-time code, the code is masked in `body`. */
export type UnindexedMessage = { id: string; accountId: number; msisdn: string; body: string };

/** The columns of new rows, as `toColumns` writes them. */
type Columns<Name extends string> = Record<Name, string>;

/**
 * Locks the position until the transaction ends. Returns no row if another transaction has the lock, which then
 * indexes the messages.
 */
export function lockPositionStatement(): Sql {
  return prepared(
    "lock-search-position",
    sql`select indexed_to as "indexedTo" from search_position where id = 1 for update skip locked`,
  );
}

/** Reads the next messages after the position, oldest first, by the primary key: ids sort by time. */
export function unindexedStatement({ after, before }: { after: string; before: string }, limit: number): Sql {
  return sql`
    select m.id, m.account_id as "accountId", m.msisdn, m.body from messages m
    where m.id > ${after}::uuid and m.id < ${before}::uuid order by m.id limit ${literal(limit)}`;
}

/** Inserts blocks of messages with the words of their texts. Ids and words are separated by spaces. */
export function writeWordsStatement(
  blocks: Columns<"lastIds" | "firstIds" | "accountIds" | "messageIds" | "words">,
): Sql {
  return prepared(
    "write-message-words",
    sql`
    insert into message_words (last_id, first_id, account_id, message_ids, words)
    select b.last_id, b.first_id, b.account_id, string_to_array(b.message_ids, ' ')::uuid[],
      array_to_tsvector(string_to_array(b.words, ' '))
    from unnest(${blocks.lastIds}::uuid[], ${blocks.firstIds}::uuid[], ${blocks.accountIds}::int[],
      ${blocks.messageIds}::text[], ${blocks.words}::text[]) as b (last_id, first_id, account_id, message_ids, words)`,
  );
}

/** Inserts the numbers that an account has not sent to before. Most numbers exist already. */
export function writeNumbersStatement(numbers: Columns<"accountIds" | "msisdns" | "parts">): Sql {
  return prepared(
    "write-message-numbers",
    sql`
    insert into message_numbers (account_id, msisdn, parts)
    select n.account_id, n.msisdn, array_to_tsvector(string_to_array(n.parts, ' '))
    from unnest(${numbers.accountIds}::int[], ${numbers.msisdns}::text[], ${numbers.parts}::text[])
      as n (account_id, msisdn, parts)
    on conflict (account_id, msisdn) do nothing`,
  );
}

/** Moves the position to the newest indexed message. */
export function movePositionStatement(to: string): Sql {
  return prepared(
    "move-search-position",
    sql`update search_position set indexed_to = ${to}::uuid where id = 1`,
  );
}

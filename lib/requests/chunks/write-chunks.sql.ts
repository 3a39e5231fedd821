import { prepared, type Sql, sql } from "@/lib/db/sql";

/** Columns of chunks, each as an array in PostgreSQL's text. `bytes`: the length of each chunk's requests. */
export type ChunkColumns = Record<
  "id" | "accountId" | "firstAt" | "lastAt" | "count" | "refused" | "groups" | "rawBytes" | "bytes",
  string
>;

/**
 * Writes chunks of requests to the log.
 * @param requests the requests of all chunks, one behind the other. As elements of an array they would be twice as
 * long.
 */
export function insertChunksStatement(rows: ChunkColumns, requests: Buffer): Sql {
  return prepared(
    "request-chunks-insert",
    sql`
    insert into api_request_chunks (id, account_id, first_at, last_at, count, refused, groups, raw_bytes, requests)
    select c.id, c.account_id, c.first_at, c.last_at, c.count, c.refused, c.groups::jsonb, c.raw_bytes,
      substring(${requests}::bytea from (c.behind - c.bytes + 1)::int for c.bytes)
    from (
      select *, sum(bytes) over (order by place) as behind
      from unnest(${rows.id}::uuid[], ${rows.accountId}::int[], ${rows.firstAt}::timestamptz[],
        ${rows.lastAt}::timestamptz[], ${rows.count}::int[], ${rows.refused}::int[], ${rows.groups}::text[],
        ${rows.rawBytes}::int[], ${rows.bytes}::int[]) with ordinality
        as t (id, account_id, first_at, last_at, count, refused, groups, raw_bytes, bytes, place)
    ) c`,
  );
}

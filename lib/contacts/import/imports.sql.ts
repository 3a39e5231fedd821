import { hasKey, type Sql, sql } from "@/lib/db/sql";

export type ImportRow = {
  listName: string | null;
  fields: string[];
  chunks: number;
  rows: number;
  valid: number;
  createdAt: Date;
  savedAt: Date | null;
  added: number | null;
  updated: number | null;
};

/** Drops the imports of an account that were not saved, with their rows. */
export function dropUnsavedStatement(accountId: number): Sql {
  return sql`delete from contact_imports where account_id = ${accountId} and saved_at is null`;
}

/** An import of an account, locked against every other change of it. */
export function lockImportStatement(accountId: number, id: string): Sql {
  return sql`
    select list_name as "listName", fields, chunks, rows, valid, created_at as "createdAt", saved_at as "savedAt", added, updated
    from contact_imports where id = ${id}::uuid and account_id = ${accountId} for update`;
}

/** Columns of staged rows, each an array in PostgreSQL's text. */
export type StagedColumns = { msisdn: string; id: string; name: string; fields: string };

/** Stages rows with numbers of their own; what came before with such a number is filled up and overwritten. */
export function stageRowsStatement(importId: string, { msisdn, id, name, fields }: StagedColumns): Sql {
  return sql`
    insert into contact_import_rows as r (import_id, msisdn, id, name, fields)
    select ${importId}::uuid, g.msisdn, g.id, g.name, g.fields::jsonb
    from unnest(${msisdn}::text[], ${id}::uuid[], ${name}::text[], ${fields}::text[]) as g (msisdn, id, name, fields)
    on conflict (import_id, msisdn) do update set
      name = case when excluded.name = '' then r.name else excluded.name end, fields = r.fields || excluded.fields`;
}

/** Notes that one more piece of the file has come. */
export function countPieceStatement(importId: string, { rows, valid }: { rows: number; valid: number }): Sql {
  return sql`
    update contact_imports set chunks = chunks + 1, rows = rows + ${rows}, valid = valid + ${valid}
    where id = ${importId}::uuid`;
}

/** How many contacts an import has, and how many of those the account has already. */
export type StagedCounts = { staged: number; existing: number };

export function countStagedStatement(accountId: number, importId: string): Sql {
  return sql`
    select (select count(*)::int from contact_import_rows where import_id = ${importId}::uuid) as staged,
      (select count(*)::int from contact_import_rows s
        join contacts c on c.account_id = ${accountId} and c.msisdn = s.msisdn
        where s.import_id = ${importId}::uuid) as existing`;
}

/** A stretch of an import's rows: those behind a number. A statement takes so many that it ends long before its time is up. */
export type Stretch = { after: string; limit: number };

/** The last number that was taken, null where there was none. */
export type TakenRow = { last: string | null };

function rowsOf(importId: string, { after, limit }: Stretch): Sql {
  return sql`
    select * from contact_import_rows where import_id = ${importId}::uuid and msisdn > ${after}
    order by msisdn limit ${limit}`;
}

/**
 * Makes contacts of some of an import's rows, and merges them with those that have the same numbers: a value of the file goes
 * before what was there, an empty one changes nothing. One row, as `TakenRow`.
 */
export function saveRowsStatement(accountId: number, importId: string, stretch: Stretch, now: Date): Sql {
  return sql`
    with taken as materialized (${rowsOf(importId, stretch)}),
    saved as (
      insert into contacts as c (id, account_id, msisdn, name, fields, created_at)
      select s.id, ${accountId}::int, s.msisdn, s.name, s.fields, ${now}::timestamptz from taken s
      on conflict (account_id, msisdn) do update set
        name = case when excluded.name = '' then c.name else excluded.name end, fields = c.fields || excluded.fields
      where (excluded.name <> '' and excluded.name <> c.name) or not c.fields @> excluded.fields)
    select max(msisdn) as last from taken`;
}

/** Counts contacts that an import has added. */
export function countAddedStatement(accountId: number, added: number): Sql {
  return sql`update contact_books set contacts = contacts + ${added} where account_id = ${accountId}`;
}

/** Puts some of an import's contacts in a list, and counts it anew. One row, as `TakenRow`. */
export function joinImportedStatement(
  accountId: number,
  importId: string,
  list: string,
  stretch: Stretch,
): Sql {
  return sql`
    with taken as materialized (${rowsOf(importId, stretch)}),
    joined as (
      insert into contact_list_members (list_id, contact_id)
      select ${list}::uuid, c.id from taken s
      cross join lateral (
        select id from contacts where account_id = ${accountId} and msisdn = s.msisdn offset 0) c
      on conflict do nothing returning 1),
    counted as (
      update contact_lists set members = members + (select count(*)::int from joined) where id = ${list}::uuid)
    select max(msisdn) as last from taken`;
}

/** Notes that an import was saved, and what came of it. */
export function noteSavedStatement(
  importId: string,
  { added, updated }: { added: number; updated: number },
  now: Date,
): Sql {
  return sql`
    update contact_imports set saved_at = ${now}::timestamptz, added = ${added}, updated = ${updated}
    where id = ${importId}::uuid`;
}

/** Deletes up to `limit` rows of a saved import: one row, how many. */
export function deleteStagedStatement(importId: string, limit: number): Sql {
  return sql`
    with gone as (
      delete from contact_import_rows r
      using (
        select import_id, msisdn from contact_import_rows where import_id = ${importId}::uuid
        order by msisdn limit ${limit}) o
      where ${hasKey(sql`r.import_id, r.msisdn`, sql`o.import_id, o.msisdn`)} returning 1)
    select count(*)::int as count from gone`;
}

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

/** Deletes an account's unsaved imports, with their rows. */
export function dropUnsavedStatement(accountId: number): Sql {
  return sql`delete from contact_imports where account_id = ${accountId} and saved_at is null`;
}

/** Locks an import of an account against all other changes, and reads it. */
export function lockImportStatement(accountId: number, id: string): Sql {
  return sql`
    select list_name as "listName", fields, chunks, rows, valid, created_at as "createdAt", saved_at as "savedAt", added, updated
    from contact_imports where id = ${id}::uuid and account_id = ${accountId} for update`;
}

/** The columns of staged rows, each an array in PostgreSQL's text format. */
export type StagedColumns = { msisdn: string; id: string; name: string; fields: string };

/**
 * Stages rows whose numbers differ. An earlier row with the same number is merged: values that are not empty
 * overwrite.
 */
export function stageRowsStatement(importId: string, { msisdn, id, name, fields }: StagedColumns): Sql {
  return sql`
    insert into contact_import_rows as r (import_id, msisdn, id, name, fields)
    select ${importId}::uuid, g.msisdn, g.id, g.name, g.fields::jsonb
    from unnest(${msisdn}::text[], ${id}::uuid[], ${name}::text[], ${fields}::text[]) as g (msisdn, id, name, fields)
    on conflict (import_id, msisdn) do update set
      name = case when excluded.name = '' then r.name else excluded.name end, fields = r.fields || excluded.fields`;
}

/** Counts one more piece of the file. */
export function countPieceStatement(importId: string, { rows, valid }: { rows: number; valid: number }): Sql {
  return sql`
    update contact_imports set chunks = chunks + 1, rows = rows + ${rows}, valid = valid + ${valid}
    where id = ${importId}::uuid`;
}

/** The number of an import's contacts, and the number of those that the account already has. */
export type StagedCounts = { staged: number; existing: number };

export function countStagedStatement(accountId: number, importId: string): Sql {
  return sql`
    select (select count(*)::int from contact_import_rows where import_id = ${importId}::uuid) as staged,
      (select count(*)::int from contact_import_rows s
        join contacts c on c.account_id = ${accountId} and c.msisdn = s.msisdn
        where s.import_id = ${importId}::uuid) as existing`;
}

/** A stretch of an import's rows after a number. The limit keeps a statement far below its timeout. */
export type Stretch = { after: string; limit: number };

/** The last number of a stretch; null for an empty one. */
export type TakenRow = { last: string | null };

function rowsOf(importId: string, { after, limit }: Stretch): Sql {
  return sql`
    select * from contact_import_rows where import_id = ${importId}::uuid and msisdn > ${after}
    order by msisdn limit ${limit}`;
}

/**
 * Inserts some of an import's rows as contacts, and merges them with contacts of the same numbers. A value of the
 * file overwrites, and an empty one changes nothing. Returns one `TakenRow`.
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

/** Adds the number of imported contacts to the account's count. */
export function countAddedStatement(accountId: number, added: number): Sql {
  return sql`update contact_books set contacts = contacts + ${added} where account_id = ${accountId}`;
}

/** Adds some of an import's contacts to a list, and updates the list's count. Returns one `TakenRow`. */
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

/** Marks an import as saved, with its result. */
export function noteSavedStatement(
  importId: string,
  { added, updated }: { added: number; updated: number },
  now: Date,
): Sql {
  return sql`
    update contact_imports set saved_at = ${now}::timestamptz, added = ${added}, updated = ${updated}
    where id = ${importId}::uuid`;
}

/** Deletes up to `limit` rows of a saved import. Returns their number in one row. */
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

import { prepared, type Sql, sql } from "@/lib/db/sql";

/**
 * A table whose rows belong to the home cell. `own` lists the columns that each cell keeps for itself. `gone`
 * is the statement for rows `t` that were deleted at home, without its condition on the keys. It is null for
 * a table that keeps them.
 */
export type SharedTable = {
  table: string;
  key: readonly string[];
  own?: readonly string[];
  gone?: string | null;
};

/** The shared tables in the order in which a cell writes them (rules: shared tables). */
export const SHARED_TABLES: readonly SharedTable[] = [
  { table: "rates", key: ["calling_code"] },
  { table: "networks", key: ["code"], gone: null },
  { table: "network_prefixes", key: ["prefix"] },
  { table: "blocked_destinations", key: ["prefix"] },
  {
    table: "carriers",
    key: ["id"],
    own: ["down_since", "standing", "declared"],
    // A removed network keeps its number, and gets a name that no other network may have.
    gone: `update carriers t set enabled = false, name = 'removed-' || t.id::text
      where (t.enabled or t.name <> 'removed-' || t.id::text)`,
  },
  { table: "carrier_senders", key: ["carrier_id", "sender"] },
  { table: "routes", key: ["id"] },
  { table: "route_targets", key: ["route_id", "carrier_id"] },
  { table: "carrier_error_rules", key: ["kind", "code"] },
  { table: "shortcodes", key: ["id"], gone: "update shortcodes t set active = false where t.active" },
  { table: "inbound_keywords", key: ["shortcode_id", "keyword"] },
];

const raw = (text: string): Sql => ({ text, values: [] });
const listed = (names: readonly string[], of = "") => names.map((name) => `${of}${name}`).join(", ");

/** Reads the columns of each shared table, as `table` and `columns`. */
export function sharedColumnsStatement(): Sql {
  return sql`
    select c.relname as table, json_agg(a.attname order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace
      and c.relname = any(${SHARED_TABLES.map(({ table }) => table)}::text[])
    group by c.relname`;
}

/**
 * Returns the statements that remove deleted rows of a table and write the home cell's, given as JSON. They
 * do not touch equal rows.
 */
export function takeRowsStatements(
  { table, key, own = [], gone = `delete from ${table} t where true` }: SharedTable,
  columns: readonly string[],
  rows: string,
): readonly Sql[] {
  const shared = columns.filter((name) => !own.includes(name));
  const others = shared.filter((name) => !key.includes(name));
  const given = sql`jsonb_populate_recordset(null::${raw(table)}, ${rows}::jsonb) g`;
  const write = sql`
    insert into ${raw(table)} as t (${raw(listed(shared))})
    select ${raw(listed(shared, "g."))} from ${given} order by ${raw(listed(key, "g."))}
    on conflict (${raw(listed(key))}) do update set ${raw(others.map((name) => `${name} = excluded.${name}`).join(", "))}
    where (${raw(listed(others, "t."))}) is distinct from (${raw(listed(others, "excluded."))})`;
  if (gone === null) return [write];
  const remove = sql`${raw(gone)} and (${raw(listed(key, "t."))}) not in (select ${raw(listed(key, "g."))} from ${given})`;
  return [remove, write];
}

/**
 * Reads all shared rows at one moment, as `rows`: JSON with an array for each table. Equal rows give equal
 * JSON.
 */
export function sharedRowsStatement(): Sql {
  const rowsOf = ({ table, key, own = [] }: SharedTable) => `'${table}', (
    select coalesce(jsonb_agg(to_jsonb(t)${own.map((name) => ` - '${name}'`).join("")} order by ${listed(key)}), '[]') from ${table} t)`;
  return prepared(
    "shared-rows",
    raw(`select jsonb_build_object(${SHARED_TABLES.map(rowsOf).join(", ")})::text as rows`),
  );
}

/** Reads the hash of a cell's copy, as `hash`. There is no row before the first copy. */
export function copyStatement(): Sql {
  return prepared("shared-copy", sql`select hash from shared_copy where id = 1`);
}

/** Stores the hash of a cell's new copy. */
export function noteCopyStatement(hash: Buffer, now: Date): Sql {
  return sql`
    insert into shared_copy (id, hash, copied_at) values (1, ${hash}, ${now}::timestamptz)
    on conflict (id) do update set hash = excluded.hash, copied_at = excluded.copied_at`;
}

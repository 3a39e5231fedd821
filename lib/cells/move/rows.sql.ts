import { type MovedTable, PARENTS } from "@/lib/cells/move/moved-tables";
import { literal, type Sql, sql } from "@/lib/db/sql";

/** Returns identifiers of the code or the catalogue as a part of a statement's text. */
const raw = (text: string): Sql => ({ text, values: [] });

/**
 * A table of the catalogue: the columns that are written, the expressions that are read of a row `t` for them, and the
 * columns of its primary key.
 */
export type Shape = {
  table: string;
  columns: readonly string[];
  reads: string;
  key: readonly KeyColumn[];
};

/** A column of a primary key. */
export type KeyColumn = { name: string; type: string };

/** Reads the shapes of tables from the catalogue, without generated columns. */
export function shapesStatement(tables: readonly string[]): Sql {
  return sql`
    select c.relname as table,
      (select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by k.place)
        from pg_index i cross join unnest(i.indkey::int[]) with ordinality as k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relname = any(${tables}::text[])`;
}

/**
 * Returns the expressions that are read of a table `t` for its columns. An administrator has no row in the other cell, so a
 * line of activity names them there by the email address (rules: cells).
 */
export function readsOf(
  { table, columns }: Pick<Shape, "table" | "columns">,
  accounts: readonly number[],
): string {
  const isOfThem = `t.actor_id = any('{${accounts.map((id) => literal(id).text).join(",")}}'::int[])`;
  const others: Readonly<Record<string, string>> = {
    actor_id: `case when ${isOfThem} then t.actor_id else t.account_id end as actor_id`,
    administrator: `case when ${isOfThem} then t.administrator
      else coalesce(t.administrator, (select a.email from accounts a where a.id = t.actor_id)) end as administrator`,
  };
  return columns
    .map((column) => (table === "activities" ? others[column] : undefined) ?? `t."${column}"`)
    .join(", ");
}

const list = (names: readonly string[], of = "") => raw(names.map((name) => `${of}"${name}"`).join(", "));
const keyOf = ({ key }: Shape, of = "") =>
  list(
    key.map(({ name }) => name),
    of,
  );

/** Returns the part of a statement after `from` for the rows `t` of these accounts. */
function rowsOf({ table, by }: Pick<MovedTable, "table" | "by">, accounts: readonly number[]): Sql {
  if (table === "message_words")
    return sql`messages p join message_words t on t.last_id = p.id where p.account_id = any(${accounts}::int[])`;
  if (table === "rule_actions")
    return sql`inbound_messages p join rule_actions t on t.inbound_id = p.id where p.account_id = any(${accounts}::int[])`;
  if (by === "account_id" || by === "id")
    return sql`${raw(table)} t where t.${raw(by)} = any(${accounts}::int[])`;
  const { table: parent, column } = PARENTS[by];
  return sql`${raw(`${parent} p join ${table} t on t.${column} = p.id`)} where p.account_id = any(${accounts}::int[])`;
}

/** Opens a cursor, `moving`, over the rows of accounts, as JSON. */
export function openRowsStatement(moved: MovedTable, shape: Shape, accounts: readonly number[]): Sql {
  const order = moved.order === undefined ? raw("") : raw(` order by ${moved.order}`);
  // A cursor takes no parameters.
  const rows = inText(rowsOf(moved, accounts));
  return sql`declare moving no scroll cursor for
    select to_jsonb(r)::text as row from (select ${raw(shape.reads)} from ${rows}${order}) r`;
}

/** Returns the same statement with ids in its text. */
function inText({ text, values }: Sql): Sql {
  return raw(
    text.replaceAll(/\$(\d+)/g, (_, number: string) => {
      const ids = values[Number(number) - 1] as readonly number[];
      return `'{${ids.map((id) => literal(id).text).join(",")}}'`;
    }),
  );
}

/** Reads the next rows of the cursor, as `row`. */
export function nextRowsStatement(count: number): Sql {
  return sql`fetch ${literal(count)} from moving`;
}

/** Ends the cursor. */
export const CLOSE_ROWS = sql`close moving`;

/** Returns keys as the table `k`. */
const keysAs = ({ key }: Shape, keys: string): Sql =>
  sql`jsonb_to_recordset(${keys}::jsonb) as k (${raw(key.map(({ name, type }) => `"${name}" ${type}`).join(", "))})`;
const isKey = ({ key }: Shape): Sql => raw(key.map(({ name }) => `t."${name}" = k."${name}"`).join(" and "));

/** Reads rows by their keys, given as JSON, as `key` and `row`; `row` is null for a missing one. */
export function rowsByKeyStatement(shape: Shape, keys: string): Sql {
  return sql`
    select to_jsonb(k)::text as key, r.row from ${keysAs(shape, keys)} left join lateral (
      select to_jsonb(x)::text as row from (
        select ${raw(shape.reads)} from ${raw(shape.table)} t where ${isKey(shape)}) x) r on true`;
}

/** Writes rows, given as a JSON array, and replaces those with the same keys. */
export function writeRowsStatement(shape: Shape, rows: string): Sql {
  const { table, columns } = shape;
  const others = columns.filter((column) => !shape.key.some(({ name }) => name === column));
  const change =
    others.length === 0
      ? raw("nothing")
      : raw(`update set ${others.map((name) => `"${name}" = excluded."${name}"`).join(", ")}`);
  // If both cells have a row, the one of the later send counts.
  const isLater = table === "last_senders" ? raw(" where excluded.sent_at > w.sent_at") : raw("");
  return sql`
    insert into ${raw(table)} as w (${list(columns)})
    select ${list(columns)} from jsonb_populate_recordset(null::${raw(table)}, ${rows}::jsonb)
    on conflict (${keyOf(shape)}) do ${change}${isLater}`;
}

/** Deletes rows by their keys, given as JSON. */
export function deleteByKeyStatement(shape: Shape, keys: string): Sql {
  return sql`delete from ${raw(shape.table)} t using ${keysAs(shape, keys)} where ${isKey(shape)}`;
}

/** Deletes some rows of accounts, in the reverse of their order. Returns one row, `count`. */
export function deleteSomeStatement(
  moved: MovedTable,
  shape: Shape,
  accounts: readonly number[],
  limit: number,
): Sql {
  const order =
    moved.order === undefined
      ? raw("")
      : raw(` order by ${moved.order.replaceAll(/(\w+)(?=,|$)/g, "$1 desc")}`);
  const isGone = raw(shape.key.map(({ name }) => `d."${name}" = g."${name}"`).join(" and "));
  return sql`
    with gone as (
      delete from ${raw(shape.table)} d using (
        select ${keyOf(shape, "t.")} from ${rowsOf(moved, accounts)}${order} limit ${literal(limit)}) g
      where ${isGone}
      returning 1
    )
    select count(*)::int as count from gone`;
}

/** Counts the rows of accounts in a table, and sums their contents independently of their order: `count`, `sum`. */
export function sumOfStatement(moved: MovedTable, shape: Shape, accounts: readonly number[]): Sql {
  return sql`
    select count(*)::int as count, coalesce(sum(hashtextextended(r::text, 0)::numeric), 0)::text as sum
    from (select ${raw(shape.reads)} from ${rowsOf(moved, accounts)}) r`;
}

import { prepared, type Sql, sql } from "@/lib/db/sql";

/** Does away with rows that home does not share any more, and writes those that it does, given as JSON. */
type Writing = (rows: string) => readonly Sql[];

/**
 * How a cell takes the tables whose rows are the home cell's (rules: cells), in the order in which they are written. Rows
 * that are so already stay as they are. A shortcode is never deleted: one that is shared no more is switched off.
 */
export const SHARED_TABLES: Readonly<Record<string, Writing>> = {
  rates: (rows) => [
    sql`delete from rates t where t.calling_code not in (
      select g ->> 'calling_code' from jsonb_array_elements(${rows}::jsonb) g)`,
    sql`
    insert into rates as t (calling_code, price_micros, is_standard, template_price_micros)
    select calling_code, price_micros, is_standard, template_price_micros
    from jsonb_populate_recordset(null::rates, ${rows}::jsonb) order by calling_code
    on conflict (calling_code) do update set price_micros = excluded.price_micros, is_standard = excluded.is_standard,
      template_price_micros = excluded.template_price_micros
    where (t.price_micros, t.is_standard, t.template_price_micros)
      is distinct from (excluded.price_micros, excluded.is_standard, excluded.template_price_micros)`,
  ],
  networks: (rows) => [
    sql`
    insert into networks as t (code, name)
    select code, name from jsonb_populate_recordset(null::networks, ${rows}::jsonb) order by code
    on conflict (code) do update set name = excluded.name where t.name is distinct from excluded.name`,
  ],
  network_prefixes: (rows) => [
    sql`delete from network_prefixes t where t.prefix not in (
      select g ->> 'prefix' from jsonb_array_elements(${rows}::jsonb) g)`,
    sql`
    insert into network_prefixes as t (prefix, network, network_code)
    select prefix, network, network_code from jsonb_populate_recordset(null::network_prefixes, ${rows}::jsonb)
    order by prefix
    on conflict (prefix) do update set network = excluded.network, network_code = excluded.network_code
    where (t.network, t.network_code) is distinct from (excluded.network, excluded.network_code)`,
  ],
  blocked_destinations: (rows) => [
    sql`delete from blocked_destinations t where t.prefix not in (
      select g ->> 'prefix' from jsonb_array_elements(${rows}::jsonb) g)`,
    sql`
    insert into blocked_destinations (prefix)
    select prefix from jsonb_populate_recordset(null::blocked_destinations, ${rows}::jsonb) order by prefix
    on conflict (prefix) do nothing`,
  ],
  shortcodes: (rows) => [
    sql`update shortcodes t set active = false where t.owner_id is null and t.active and t.id not in (
      select (g ->> 'id')::int from jsonb_array_elements(${rows}::jsonb) g)`,
    sql`
    insert into shortcodes as t (id, number, active, is_template_sender)
    select id, number, active, is_template_sender from jsonb_populate_recordset(null::shortcodes, ${rows}::jsonb)
    order by id
    on conflict (id) do update set number = excluded.number, active = excluded.active,
      is_template_sender = excluded.is_template_sender
    where (t.number, t.active, t.is_template_sender)
      is distinct from (excluded.number, excluded.active, excluded.is_template_sender)`,
  ],
};

/** All shared rows at one moment, as `rows`: JSON that is the same while they are, an array for each table by its name. */
export function sharedRowsStatement(): Sql {
  return prepared(
    "shared-rows",
    sql`
    select jsonb_build_object(
      'rates', (select coalesce(jsonb_agg(to_jsonb(t) order by calling_code), '[]') from rates t),
      'networks', (select coalesce(jsonb_agg(to_jsonb(t) order by code), '[]') from networks t),
      'network_prefixes', (select coalesce(jsonb_agg(to_jsonb(t) order by prefix), '[]') from network_prefixes t),
      'blocked_destinations', (select coalesce(jsonb_agg(to_jsonb(t) order by prefix), '[]') from blocked_destinations t),
      'shortcodes', (select coalesce(jsonb_agg(to_jsonb(t) order by id), '[]') from shortcodes t where owner_id is null)
    )::text as rows`,
  );
}

/** Which copy a cell has, as `hash`; no row before the first. */
export function copyStatement(): Sql {
  return prepared("shared-copy", sql`select hash from shared_copy where id = 1`);
}

/** Notes which copy a cell has from now on. */
export function noteCopyStatement(hash: Buffer, now: Date): Sql {
  return sql`
    insert into shared_copy (id, hash, copied_at) values (1, ${hash}, ${now}::timestamptz)
    on conflict (id) do update set hash = excluded.hash, copied_at = excluded.copied_at`;
}

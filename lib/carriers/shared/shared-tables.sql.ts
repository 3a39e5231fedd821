import { prepared, type Sql, sql } from "@/lib/db/sql";

/** Does away with rows that home does not share any more, and writes those that it does, given as JSON. */
type Writing = (rows: string) => readonly Sql[];

/**
 * How a cell takes the tables whose rows are the home cell's (rules: shared tables), in the order in which they are
 * written. Rows that are so already stay as they are. A shortcode is never deleted: one that is not there any more is
 * switched off. Whose a shortcode, a first word or a route is, is the same in every cell, wherever the account is.
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
    insert into blocked_destinations as t (prefix, is_exception)
    select prefix, coalesce(is_exception, false)
    from jsonb_populate_recordset(null::blocked_destinations, ${rows}::jsonb) order by prefix
    on conflict (prefix) do update set is_exception = excluded.is_exception
    where t.is_exception is distinct from excluded.is_exception`,
  ],
  // A network that is no more keeps its number, and has a name that no other one may have.
  carriers: (rows) => [
    sql`update carriers t set enabled = false, name = 'removed-' || t.id::text
    where (t.enabled or t.name <> 'removed-' || t.id::text) and t.id not in (
      select (g ->> 'id')::int from jsonb_array_elements(${rows}::jsonb) g)`,
    sql`
    insert into carriers as t (id, name, kind, settings, encrypted_secrets, enabled)
    select id, name, kind, settings, encrypted_secrets, enabled
    from jsonb_populate_recordset(null::carriers, ${rows}::jsonb) order by id
    on conflict (id) do update set name = excluded.name, kind = excluded.kind, settings = excluded.settings,
      encrypted_secrets = excluded.encrypted_secrets, enabled = excluded.enabled
    where (t.name, t.kind, t.settings, t.encrypted_secrets, t.enabled)
      is distinct from (excluded.name, excluded.kind, excluded.settings, excluded.encrypted_secrets, excluded.enabled)`,
  ],
  carrier_senders: (rows) => [
    sql`delete from carrier_senders t where not exists (
      select from jsonb_populate_recordset(null::carrier_senders, ${rows}::jsonb) g
      where g.carrier_id = t.carrier_id and g.sender = t.sender)`,
    sql`
    insert into carrier_senders as t (carrier_id, sender, source, ton, npi, zero_rated, pool)
    select carrier_id, sender, source, ton, npi, zero_rated, coalesce(pool, '{}')
    from jsonb_populate_recordset(null::carrier_senders, ${rows}::jsonb) order by carrier_id, sender
    on conflict (carrier_id, sender) do update set source = excluded.source, ton = excluded.ton, npi = excluded.npi,
      zero_rated = excluded.zero_rated, pool = excluded.pool
    where (t.source, t.ton, t.npi, t.zero_rated, t.pool)
      is distinct from (excluded.source, excluded.ton, excluded.npi, excluded.zero_rated, excluded.pool)`,
  ],
  routes: (rows) => [
    sql`delete from routes t where t.id not in (
      select (g ->> 'id')::int from jsonb_array_elements(${rows}::jsonb) g)`,
    sql`
    insert into routes as t (id, position, account_id, sender, prefix, network, send_type, message_class, by_cost,
      hours, zone, words, begins)
    select id, position, account_id, sender, prefix, network, send_type, message_class, by_cost,
      hours, zone, coalesce(words, '{}'), begins
    from jsonb_populate_recordset(null::routes, ${rows}::jsonb) order by id
    on conflict (id) do update set position = excluded.position, account_id = excluded.account_id,
      sender = excluded.sender, prefix = excluded.prefix, network = excluded.network, send_type = excluded.send_type, message_class = excluded.message_class,
      by_cost = excluded.by_cost, hours = excluded.hours, zone = excluded.zone, words = excluded.words,
      begins = excluded.begins
    where (t.position, t.account_id, t.sender, t.prefix, t.network, t.send_type, t.message_class, t.by_cost, t.hours, t.zone,
        t.words, t.begins)
      is distinct from (excluded.position, excluded.account_id, excluded.sender, excluded.prefix, excluded.network, excluded.send_type,
        excluded.message_class, excluded.by_cost, excluded.hours, excluded.zone, excluded.words, excluded.begins)`,
  ],
  route_targets: (rows) => [
    sql`delete from route_targets t where not exists (
      select from jsonb_populate_recordset(null::route_targets, ${rows}::jsonb) g
      where g.route_id = t.route_id and g.carrier_id = t.carrier_id)`,
    sql`
    insert into route_targets as t (route_id, carrier_id, tier, weight, cost_micros)
    select route_id, carrier_id, tier, weight, cost_micros
    from jsonb_populate_recordset(null::route_targets, ${rows}::jsonb) order by route_id, carrier_id
    on conflict (route_id, carrier_id) do update set tier = excluded.tier, weight = excluded.weight,
      cost_micros = excluded.cost_micros
    where (t.tier, t.weight, t.cost_micros) is distinct from (excluded.tier, excluded.weight, excluded.cost_micros)`,
  ],
  carrier_error_rules: (rows) => [
    sql`delete from carrier_error_rules t where not exists (
      select from jsonb_populate_recordset(null::carrier_error_rules, ${rows}::jsonb) g
      where g.kind = t.kind and g.code = t.code)`,
    sql`
    insert into carrier_error_rules as t (kind, code, action, delay_ms, tries)
    select kind, code, action, delay_ms, tries
    from jsonb_populate_recordset(null::carrier_error_rules, ${rows}::jsonb) order by kind, code
    on conflict (kind, code) do update set action = excluded.action, delay_ms = excluded.delay_ms, tries = excluded.tries
    where (t.action, t.delay_ms, t.tries) is distinct from (excluded.action, excluded.delay_ms, excluded.tries)`,
  ],
  shortcodes: (rows) => [
    sql`update shortcodes t set active = false where t.active and t.id not in (
      select (g ->> 'id')::int from jsonb_array_elements(${rows}::jsonb) g)`,
    sql`
    insert into shortcodes as t (id, number, owner_id, active, is_template_sender)
    select id, number, owner_id, active, is_template_sender
    from jsonb_populate_recordset(null::shortcodes, ${rows}::jsonb) order by id
    on conflict (id) do update set number = excluded.number, owner_id = excluded.owner_id, active = excluded.active,
      is_template_sender = excluded.is_template_sender
    where (t.number, t.owner_id, t.active, t.is_template_sender)
      is distinct from (excluded.number, excluded.owner_id, excluded.active, excluded.is_template_sender)`,
  ],
  inbound_keywords: (rows) => [
    sql`delete from inbound_keywords t where not exists (
      select from jsonb_populate_recordset(null::inbound_keywords, ${rows}::jsonb) g
      where g.shortcode_id = t.shortcode_id and g.keyword = t.keyword)`,
    sql`
    insert into inbound_keywords as t (shortcode_id, keyword, account_id)
    select shortcode_id, keyword, account_id
    from jsonb_populate_recordset(null::inbound_keywords, ${rows}::jsonb) order by shortcode_id, keyword
    on conflict (shortcode_id, keyword) do update set account_id = excluded.account_id
    where t.account_id is distinct from excluded.account_id`,
  ],
};

/**
 * All shared rows at one moment, as `rows`: JSON that is the same while they are, an array for each table by its
 * name.
 */
export function sharedRowsStatement(): Sql {
  return prepared(
    "shared-rows",
    sql`
    select jsonb_build_object(
      'rates', (select coalesce(jsonb_agg(to_jsonb(t) order by calling_code), '[]') from rates t),
      'networks', (select coalesce(jsonb_agg(to_jsonb(t) order by code), '[]') from networks t),
      'network_prefixes', (select coalesce(jsonb_agg(to_jsonb(t) order by prefix), '[]') from network_prefixes t),
      'blocked_destinations', (select coalesce(jsonb_agg(to_jsonb(t) order by prefix), '[]') from blocked_destinations t),
      'carriers', (select coalesce(jsonb_agg(to_jsonb(t) - 'down_since' - 'standing' - 'declared' order by id), '[]') from carriers t),
      'carrier_senders', (
        select coalesce(jsonb_agg(to_jsonb(t) order by carrier_id, sender), '[]') from carrier_senders t),
      'routes', (select coalesce(jsonb_agg(to_jsonb(t) order by id), '[]') from routes t),
      'route_targets', (
        select coalesce(jsonb_agg(to_jsonb(t) order by route_id, carrier_id), '[]') from route_targets t),
      'carrier_error_rules', (
        select coalesce(jsonb_agg(to_jsonb(t) order by kind, code), '[]') from carrier_error_rules t),
      'shortcodes', (select coalesce(jsonb_agg(to_jsonb(t) order by id), '[]') from shortcodes t),
      'inbound_keywords', (
        select coalesce(jsonb_agg(to_jsonb(t) order by shortcode_id, keyword), '[]') from inbound_keywords t)
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

/** Counts the other sessions that the server lists under the application name $1, as `sessions`. */
export const OTHER_SESSIONS = `
  select count(*)::int as sessions from pg_stat_activity
  where application_name = $1 and datname = current_database() and pid <> pg_backend_pid()`;

/**
 * Reads the deferred triggers of the schema $1 with their definitions. Citus fills and alters tables in one
 * transaction, which pending events of these triggers prevent.
 */
export const DEFERRED_TRIGGERS = `
  select format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass) as remove, pg_get_triggerdef(t.oid) as add
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = to_regnamespace($1) and t.tginitdeferred and not t.tgisinternal and t.tgparentid = 0
  order by t.tgname`;

/** Makes Citus move the schema $1 to a node of its choice. */
export const PLACE = "select citus_schema_distribute(to_regnamespace($1))";

/**
 * Begins the transaction that places a schema. Its triggers are safe: they only read tables of their own schema,
 * which stay together.
 */
export const BEGIN_PLACING = `
  begin; set local citus.enable_unsafe_triggers = on; set local idle_in_transaction_session_timeout = 0`;

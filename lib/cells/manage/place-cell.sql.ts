/** How many other sessions the server lists by the application name $1, as `sessions`. */
export const OTHER_SESSIONS = `
  select count(*)::int as sessions from pg_stat_activity
  where application_name = $1 and datname = current_database() and pid <> pg_backend_pid()`;

/**
 * The deferred triggers of the schema $1 with their definitions. Citus fills tables and alters them in one transaction, which
 * their pending events prevent.
 */
export const DEFERRED_TRIGGERS = `
  select format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass) as remove, pg_get_triggerdef(t.oid) as add
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = to_regnamespace($1) and t.tginitdeferred and not t.tgisinternal and t.tgparentid = 0
  order by t.tgname`;

/** Has Citus move the schema $1 to a node of its choice. */
export const PLACE = "select citus_schema_distribute(to_regnamespace($1))";

/** Begins the transaction that places a schema: the triggers look at tables of their own schema alone, which stay together. */
export const BEGIN_PLACING = `
  begin; set local citus.enable_unsafe_triggers = on; set local idle_in_transaction_session_timeout = 0`;

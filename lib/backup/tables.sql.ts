/**
 * The service's tables with their columns, by name; one in partitions as a whole. Generated columns are left out: the database
 * makes them again.
 */
export const TABLES = `
  select c.relname as "table", array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and c.relname <> '_prisma_migrations'
  group by c.relname order by c.relname`;

/** The tables that are in partitions; one of which all is deleted is dropped, for older transactions too. */
export const TABLES_IN_MONTHS = `
  select c.relname as name from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'p' order by c.relname`;

export const SEQUENCES = `
  select c.relname as name from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S' order by c.relname`;

/** Foreign keys, with the statements that remove and add each; one that refers to partitions as a whole. */
export const FOREIGN_KEYS = `
  select format('alter table %I drop constraint %I', t.relname, c.conname) as remove,
    format('alter table %I add constraint %I %s', t.relname, c.conname, pg_get_constraintdef(c.oid)) as add
  from pg_constraint c join pg_class t on t.oid = c.conrelid
  where c.connamespace = current_schema()::regnamespace and c.contype = 'f' and c.conparentid = 0
  order by t.relname, c.conname`;

/** The migrations between which the balance of an account may be in several rows. */
const POCKETS_BY = "20261128100000_pockets";
const ONE_PURSE_BY = "20261128222000_one_purse";

/**
 * The statement that finds accounts whose ledger does not sum to their balance.
 * @param migrations of the database that the rows are in.
 */
export function accountsInDisagreement(migrations: readonly string[]): string {
  const hasPockets = migrations.includes(POCKETS_BY) && !migrations.includes(ONE_PURSE_BY);
  return `
  select a.id from accounts a
  left join (select account_id, sum(amount_micros) as sum from ledger_entries group by account_id) l on l.account_id = a.id
  where a.balance_micros ${hasPockets ? IN_POCKETS : ""} <> coalesce(l.sum, 0) order by a.id limit 10`;
}

const IN_POCKETS =
  "+ coalesce((select sum(k.balance_micros) from account_pockets k where k.account_id = a.id), 0)";

/** Returns whether messages of a backup may share a lease. The second migration gives each message its own. */
export function hasSharedLeases(migrations: readonly string[]): boolean {
  return (
    migrations.includes("20261128170000_queue_leases") && !migrations.includes("20261128225000_own_leases")
  );
}

/** Gives messages that share a lease the same one in their rows of the queue. */
export const SHARED_LEASES_AS_OWN = `
  update message_queue u set due_at = l.until
  from (select until, accepted_at, unnest(account_ids) as account_id, unnest(message_ids) as message_id
    from queue_leases) l
  where u.account_id = l.account_id and u.accepted_at = l.accepted_at and u.message_id = l.message_id
    and u.due_at is null`;

/** The migration that gave the queue its present names: a backup from before it is restored under the earlier ones. */
const RENAMED_BY = "20261122000000_message_queue";

/**
 * Messages that the server that was backed up may have sent: those that were due by `$1`, and those that it was handing
 * over at the time of the backup, whose `due_at` is their lease's end, by `$2`. They wait for a report alone, as if a
 * carrier had them. An encrypted code goes with what it waited for.
 * @param migrations of the database that the rows are in.
 */
export function countAsSent(migrations: readonly string[]): string {
  const [queue, code] = migrations.includes(RENAMED_BY)
    ? ["message_queue", "encrypted_body"]
    : ["messages_under_way", "sealed_body"];
  return `
    update ${queue} set due_at = null, ${code} = null
    where due_at <= $1 or (first_tried_at is not null and due_at <= $2)`;
}

/** The migration from which on there are auto replies. */
export const AUTO_REPLIES_BY = "20261124022000_auto_replies";

/**
 * Auto replies that were due by `$1`, or that a worker had at the time of the backup, until `$2`: their messages may have been
 * accepted after the backup and sent. They are too late by now.
 */
export const END_AUTO_REPLIES = `
  update auto_replies set due_at = null, text = null, outcome = 'late' where due_at <= $1 or due_at <= $2`;

/** Other sessions of the role, but for those that name themselves as of another schema than `$1` does: one row, `count`. */
export const OTHER_SESSIONS = `
  select count(*)::int as count from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and usename = current_user
    and (application_name not like 'gateway:%' or split_part(application_name, ' ', 1) = $1)`;

/** An identifier as SQL writes it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

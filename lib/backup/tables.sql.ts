/**
 * Reads the service's tables with their columns, sorted by name. A partitioned table is one. Generated columns are
 * left out: the database computes them again.
 */
export const TABLES = `
  select c.relname as "table", array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and c.relname <> '_prisma_migrations'
  group by c.relname order by c.relname`;

/** Reads the partitioned tables. An empty partition is dropped, also for older transactions. */
export const TABLES_IN_MONTHS = `
  select c.relname as name from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'p' order by c.relname`;

export const SEQUENCES = `
  select c.relname as name from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S' order by c.relname`;

/**
 * Reads foreign keys, with the statements that remove and add each. One that refers to a partitioned table is one
 * key.
 */
export const FOREIGN_KEYS = `
  select format('alter table %I drop constraint %I', t.relname, c.conname) as remove,
    format('alter table %I add constraint %I %s', t.relname, c.conname, pg_get_constraintdef(c.oid)) as add
  from pg_constraint c join pg_class t on t.oid = c.conrelid
  where c.connamespace = current_schema()::regnamespace and c.contype = 'f' and c.conparentid = 0
  order by t.relname, c.conname`;

/** The migrations between which an account's balance may be in several rows. */
const POCKETS_BY = "20261128100000_pockets";
const ONE_PURSE_BY = "20261128222000_one_purse";

/**
 * Returns the statement that finds accounts whose ledger does not sum to their balance.
 * @param migrations of the database that has the rows.
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

/** Sets the shared lease of messages in each of their rows of the queue. */
export const SHARED_LEASES_AS_OWN = `
  update message_queue u set due_at = l.until
  from (select until, accepted_at, unnest(account_ids) as account_id, unnest(message_ids) as message_id
    from queue_leases) l
  where u.account_id = l.account_id and u.accepted_at = l.accepted_at and u.message_id = l.message_id
    and u.due_at is null`;

/** The migration that gave the queue its present names: a backup from before it is restored under the earlier ones. */
const RENAMED_BY = "20261122000000_message_queue";

/**
 * Returns the statement for messages that the backed-up server may have sent. These are messages that were due by
 * `$1`. They are also messages that it was handing over at the time of the backup, whose `due_at` is the end of their
 * lease, by `$2`. From then on they only wait for a report, as if a carrier had them. An encrypted code is deleted,
 * since its message does not wait any more.
 * @param migrations of the database that has the rows.
 */
export function countAsSent(migrations: readonly string[]): string {
  const [queue, code] = migrations.includes(RENAMED_BY)
    ? ["message_queue", "encrypted_body"]
    : ["messages_under_way", "sealed_body"];
  return `
    update ${queue} set due_at = null, ${code} = null
    where due_at <= $1 or (first_tried_at is not null and due_at <= $2)`;
}

/** The migration that adds auto replies. */
export const AUTO_REPLIES_BY = "20261124022000_auto_replies";

/**
 * Ends auto replies that were due by `$1`, or that a worker had at the time of the backup, until `$2`: their messages
 * may have been accepted after the backup and sent. They are late.
 */
export const END_AUTO_REPLIES = `
  update auto_replies set due_at = null, text = null, outcome = 'late' where due_at <= $1 or due_at <= $2`;

/**
 * Counts the other sessions of the role as one row, `count`. Sessions whose application name has another schema than
 * `$1` are left out.
 */
export const OTHER_SESSIONS = `
  select count(*)::int as count from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and usename = current_user
    and (application_name not like 'gateway:%' or split_part(application_name, ' ', 1) = $1)`;

/** Returns an identifier as SQL writes it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

// The statements of an import. After it, the names of constraints and indexes must be those of the migrations. A
// constraint or an index that a migration adds to ported_numbers must also be added here.

/**
 * Locks the row of imports until the transaction ends, so that one import runs at a time. Returns no row if another
 * import has the lock.
 */
export const TRY_LOCK =
  "select 1 from lock_rows where kind = 'ported_import' and slot = 0 for update skip locked";

/**
 * Creates the table that will replace the current one, with the same columns, defaults and checks. Keys are added
 * after the copy, which is several times faster.
 */
export const CREATE_NEXT = `
  create table ported_numbers_next (like ported_numbers including all excluding indexes)`;

/**
 * Copies rows that are frozen from the start. Every transaction sees them, even one with an older snapshot. They need
 * no later freeze by a vacuum.
 */
export const COPY_NEXT =
  "copy ported_numbers_next (msisdn, network_code, ported_at) from stdin with (freeze)";

export const KEY_NEXT = [
  "set local maintenance_work_mem = '256MB'",
  "alter table ported_numbers_next add constraint ported_numbers_next_pkey primary key (msisdn)",
];

export const FINISH_NEXT = [
  `alter table ported_numbers_next add constraint ported_numbers_network_code_fkey
    foreign key (network_code) references networks (code) on update cascade on delete restrict`,
  "analyze ported_numbers_next",
];

/**
 * Replaces the old table by the new one. Readers wait from the first lock to the commit. While this statement waits
 * for earlier readers, later readers wait behind it, but not longer than the timeout. The timeout is longer than the
 * second after which PostgreSQL cancels an autovacuum that holds a lock. The table of networks is locked because the
 * dropped foreign key has a trigger there. Citus sends each statement to the node of a placed cell, and sends the
 * timeout because of its own setting.
 */
export const SWAP = [
  "set local citus.propagate_set_commands = 'local'",
  "set local lock_timeout = '1500ms'",
  "lock table ported_numbers, networks in access exclusive mode",
  "drop table ported_numbers",
  "alter table ported_numbers_next rename to ported_numbers",
  "alter index ported_numbers_next_pkey rename to ported_numbers_pkey",
];

export const CREATE_CHANGES = `
  create temporary table ported_changes (msisdn text, network_code text, ported_at timestamptz) on commit drop`;

export const COPY_CHANGES = "copy ported_changes (msisdn, network_code, ported_at) from stdin";

export const KEY_CHANGES = `
  alter table ported_changes add constraint ported_changes_pkey primary key (msisdn);
  analyze ported_changes`;

/** Deletes numbers that are back with their original network. */
export const APPLY_RETURNS = `
  delete from ported_numbers p using ported_changes c where c.msisdn = p.msisdn and c.network_code is null`;

/** Inserts or updates numbers that another network has taken over. Unchanged rows are not updated. */
export const APPLY_PORTINGS = `
  insert into ported_numbers as p (msisdn, network_code, ported_at)
  select msisdn, network_code, ported_at from ported_changes where network_code is not null
  on conflict (msisdn) do update set network_code = excluded.network_code, ported_at = excluded.ported_at
  where (p.network_code, p.ported_at) is distinct from (excluded.network_code, excluded.ported_at)`;

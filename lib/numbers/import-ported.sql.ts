// The statements of an import. They stand apart since what they leave behind must be, to the name, what the
// migrations made. A constraint or an index that a migration adds to ported_numbers belongs here as well.

/** Taken for the length of an import's transaction, so that there is one at a time. No row where another has it. */
export const TRY_LOCK =
  "select 1 from lock_rows where kind = 'ported_import' and slot = 0 for update skip locked";

/**
 * The table that is to take the place of the present one. Its columns, defaults and checks are those of the present
 * one; keys come when it is full, which is several times faster.
 */
export const CREATE_NEXT = `
  create table ported_numbers_next (like ported_numbers including all excluding indexes)`;

/**
 * Rows that are frozen from the start are seen by every transaction, so that even one with an older snapshot finds the
 * new table full; and nobody has to go over them again.
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
 * Puts the new table in the place of the old one. Readers wait from the first lock to the commit; while this waits for
 * them, those behind it wait as well, and that no longer than the timeout. It is longer than the second after which
 * PostgreSQL has an autovacuum make way. The table of networks is locked since the foreign key that goes has a trigger there.
 * Citus passes on each statement to the node of a placed cell, and the timeout by its own setting.
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

/** Numbers that are back with their original network. */
export const APPLY_RETURNS = `
  delete from ported_numbers p using ported_changes c where c.msisdn = p.msisdn and c.network_code is null`;

/** Numbers that another network has taken over; one that is so already is left as it is. */
export const APPLY_PORTINGS = `
  insert into ported_numbers as p (msisdn, network_code, ported_at)
  select msisdn, network_code, ported_at from ported_changes where network_code is not null
  on conflict (msisdn) do update set network_code = excluded.network_code, ported_at = excluded.ported_at
  where (p.network_code, p.ported_at) is distinct from (excluded.network_code, excluded.ported_at)`;

import { sql } from "@/lib/db/sql";

/** Writes the one row there is: a database that is read-only, or a standby, refuses it. */
export const WRITE_PROBE = sql`
  insert into readiness (id, written_at) values (1, clock_timestamp())
  on conflict (id) do update set written_at = excluded.written_at`;

/** The least there can be, for the transaction: what does not fit goes to the disk. */
export const LITTLE_MEMORY = sql`set local work_mem = '64kB'`;

/**
 * Sorts more than fits into that memory. Some 200 kB go to a file, which needs space on the disk and is gone
 * afterwards. To write one row again finds no full disk: it has its place already.
 */
export const DISK_PROBE = sql`
  select max(line) from (select md5(n::text) as line from generate_series(1, 4000) n order by line offset 0) sorted`;

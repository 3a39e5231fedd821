import { sql } from "@/lib/db/sql";

/** Writes the table's only row. A read-only database and a standby refuse it. */
export const WRITE_PROBE = sql`
  insert into readiness (id, written_at) values (1, clock_timestamp())
  on conflict (id) do update set written_at = excluded.written_at`;

/** The smallest memory of a transaction. Larger results go to the disk. */
export const LITTLE_MEMORY = sql`set local work_mem = '64kB'`;

/**
 * Sorts more than fits into that memory. Some 200 kB go to a temporary file, which needs space on the disk. An update
 * of one row would not detect a full disk: the row has its space already.
 */
export const DISK_PROBE = sql`
  select max(line) from (select md5(n::text) as line from generate_series(1, 4000) n order by line offset 0) sorted`;

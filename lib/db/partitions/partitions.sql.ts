import { type Sql, sql } from "@/lib/db/sql";

/**
 * The tables that are kept in partitions by month, each with the id that it is divided by (rules: partitions). The order is that in
 * which their statements write them.
 */
export const PARTITIONED = [
  { table: "messages", key: "id" },
  { table: "carrier_submissions", key: "message_id" },
  { table: "delivery_reports", key: "message_id" },
] as const;

export type Partitioned = (typeof PARTITIONED)[number];

/**
 * A partition and the ids that it is for: `from` null for the first, `to` null for the last. `wasSeenEmpty`: when it was last
 * vacuumed or analyzed.
 */
export type Partition = { name: string; from: string | null; to: string | null; wasSeenEmpty: boolean };

/** An identifier of ours as part of the text. */
const name = (identifier: string): Sql => ({ text: `"${identifier}"`, values: [] });

/** How long a change of the partitions waits for those that use the table, who wait behind it meanwhile. */
export const WAITING_BRIEFLY = sql`select set_config('lock_timeout', '500ms', true)`;

/** The partitions of a table, from the oldest to the newest, as `Partition`. */
export function partitionsStatement({ table }: Partitioned): Sql {
  return sql`
    select p.name, p.from_id as "from", p.to_id as "to", c.reltuples = 0 as "wasSeenEmpty"
    from partitions_of(${table}::regclass) p join pg_class c on c.oid = p.name::regclass`;
}

/** The highest id of a table: one row, `id`, or none. */
export function newestStatement({ table, key }: Partitioned): Sql {
  return sql`select ${name(key)} as id from ${name(table)} order by ${name(key)} desc limit 1`;
}

/** Has the last partition end with a month's beginning, and another follow. */
export function addPartitionStatement({ table }: Partitioned, month: Date): Sql {
  return sql`select add_partition(${table}::regclass, ${month}::timestamptz)`;
}

/** Makes a partition without rows anew, as if nobody had looked at it. */
export function remakePartitionStatement({ table }: Partitioned, partition: string): Sql {
  return sql`select remake_partition(${table}::regclass, ${partition})`;
}

/** Whether a partition has rows: one row, `has`. */
export function hasRowsStatement(partition: string): Sql {
  return sql`select exists (select from ${name(partition)}) as has`;
}

/** Has nobody else read or write a table and its partitions, until the transaction ends. */
export function lockStatement({ table }: Partitioned): Sql {
  return sql`lock table ${name(table)} in access exclusive mode`;
}

export function detachStatement({ table }: Partitioned, partition: string): Sql {
  return sql`alter table ${name(table)} detach partition ${name(partition)}`;
}

export function dropStatement(partition: string): Sql {
  return sql`drop table ${name(partition)}`;
}

/** Has a table begin with a partition again that was detached, up to an id. */
export function attachFirstStatement({ table }: Partitioned, partition: string, to: string): Sql {
  if (!/^[0-9a-f-]{36}$/.test(to)) throw new Error("A partition ends at an id.");
  return sql`alter table ${name(table)} attach partition ${name(partition)}
    for values from (minvalue) to (${{ text: `'${to}'`, values: [] }})`;
}

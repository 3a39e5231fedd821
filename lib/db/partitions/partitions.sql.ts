import { PASSING_ON } from "@/lib/db/passing-on.sql";
import { type Sql, sql } from "@/lib/db/sql";

/** The tables with partitions by month, each with the id that divides it (rules: partitions). */
export const PARTITIONED = [
  { table: "messages", key: "id" },
  { table: "carrier_submissions", key: "message_id" },
  { table: "delivery_reports", key: "message_id" },
] as const;

export type PartitionedTable = (typeof PARTITIONED)[number];

/**
 * A partition and its ids: `from` is null for the first, `to` is null for the last. `wasSeenEmpty`: it was empty at
 * its last vacuum or analyze.
 */
export type Partition = { name: string; from: string | null; to: string | null; wasSeenEmpty: boolean };

/** Returns an identifier as part of the text. */
const name = (identifier: string): Sql => ({ text: `"${identifier}"`, values: [] });

/**
 * The longest wait of a partition change for users of the table, which block later users meanwhile, and its longest
 * duration.
 */
export const WAITING_BRIEFLY = [
  PASSING_ON,
  sql`set local lock_timeout = '200ms'`,
  sql`set local statement_timeout = '2s'`,
];

/** Reads the partitions of a table, from the oldest to the newest, as `Partition`. */
export function partitionsStatement({ table }: PartitionedTable): Sql {
  return sql`
    select p.name, p.from_id as "from", p.to_id as "to", c.reltuples = 0 as "wasSeenEmpty"
    from partitions_of(${table}::regclass) p
    join pg_class c on c.relname = p.name and c.relnamespace = current_schema()::regnamespace
    order by p.from_id nulls first`;
}

/** Reads the highest id of a table: one row, `id`, or none. */
export function newestStatement({ table, key }: PartitionedTable): Sql {
  return sql`select ${name(key)} as id from ${name(table)} order by ${name(key)} desc limit 1`;
}

/** Ends the last partition at the beginning of a month, and adds another. */
export function addPartitionStatement({ table }: PartitionedTable, month: Date): Sql {
  return sql`select add_partition(${table}::regclass, ${month}::timestamptz)`;
}

/** Replaces an empty partition, so that PostgreSQL has no statistics of it. */
export function remakePartitionStatement({ table }: PartitionedTable, partition: string): Sql {
  return sql`select remake_partition(${table}::regclass, ${partition})`;
}

/** Validates foreign keys to a table, which `addPartitionStatement` may have recreated. */
export function validateReferencesStatement({ table }: PartitionedTable): Sql {
  return sql`select validate_references(${table}::regclass)`;
}

/** Reads whether a partition has rows: one row, `has`. */
export function hasRowsStatement(partition: string): Sql {
  return sql`select exists (select from ${name(partition)}) as has`;
}

/** Removes the second of two empty partitions, and gives its ids to the first. */
export function dropSecondPartitionStatement({ table }: PartitionedTable): Sql {
  return sql`select drop_second_partition(${table}::regclass)`;
}

/** Locks partitions against all reads and writes until the transaction ends. It fails at once if one is in use. */
export function lockPartitionsStatement(partitions: readonly string[]): Sql {
  const text = partitions.map((partition) => name(partition).text).join(", ");
  return sql`lock table only ${{ text, values: [] }} in access exclusive mode nowait`;
}

/** Locks a table, without its partitions, against all reads and writes until the transaction ends. */
export function lockStatement({ table }: PartitionedTable): Sql {
  return sql`lock table only ${name(table)} in access exclusive mode`;
}

import { PASSING_ON } from "@/lib/db/passing-on.sql";
import { type Sql, sql } from "@/lib/db/sql";

/** The tables that are kept in partitions by month, each with the id that it is divided by (rules: partitions). */
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

/**
 * How long a change of the partitions waits for those that use the table, who wait behind it meanwhile, and how long it
 * may take.
 */
export const WAITING_BRIEFLY = [
  PASSING_ON,
  sql`set local lock_timeout = '200ms'`,
  sql`set local statement_timeout = '2s'`,
];

/** The partitions of a table, from the oldest to the newest, as `Partition`. */
export function partitionsStatement({ table }: Partitioned): Sql {
  return sql`
    select p.name, p.from_id as "from", p.to_id as "to", c.reltuples = 0 as "wasSeenEmpty"
    from partitions_of(${table}::regclass) p
    join pg_class c on c.relname = p.name and c.relnamespace = current_schema()::regnamespace
    order by p.from_id nulls first`;
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

/** Validates keys that refer to a table, should `addPartitionStatement` have made them anew. */
export function validateReferencesStatement({ table }: Partitioned): Sql {
  return sql`select validate_references(${table}::regclass)`;
}

/** Whether a partition has rows: one row, `has`. */
export function hasRowsStatement(partition: string): Sql {
  return sql`select exists (select from ${name(partition)}) as has`;
}

/** Has the first partition, which is empty, take the place of the second, which is empty too. */
export function dropSecondPartitionStatement({ table }: Partitioned): Sql {
  return sql`select drop_second_partition(${table}::regclass)`;
}

/** Has nobody else read or write some partitions until the transaction ends; fails at once where anybody does. */
export function lockPartitionsStatement(partitions: readonly string[]): Sql {
  const text = partitions.map((partition) => name(partition).text).join(", ");
  return sql`lock table only ${{ text, values: [] }} in access exclusive mode nowait`;
}

/** Has nobody else read or write a table, apart from its partitions, until the transaction ends. */
export function lockStatement({ table }: Partitioned): Sql {
  return sql`lock table only ${name(table)} in access exclusive mode`;
}

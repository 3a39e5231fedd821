import type pg from "pg";
import { MONTHS_AHEAD, monthAfter } from "@/lib/db/partitions/partitions";
import { PARTITIONED } from "@/lib/db/partitions/partitions.sql";

/** Divides what grows with every message anew, while it has no rows: by each month of the past year, and those ahead. */
export async function divideByMonth(client: pg.Client, now: Date): Promise<void> {
  for (const { table } of PARTITIONED) await divide(client, table, now);
}

async function divide(client: pg.Client, table: string, now: Date): Promise<void> {
  const { rows } = await client.query<{ name: string; options: string | null }>(
    `select name, options from partitions_of('${table}')`,
  );
  for (const { name } of rows) {
    await client.query(`alter table ${table} detach partition ${name}`);
    await client.query(`drop table ${name}`);
  }
  const options = rows[0]?.options ?? null;
  const first = monthAfter(now, -12);
  await client.query("select create_partition($1::regclass, $1 || '_first', null, id_at($2), $3)", [
    table,
    first,
    options,
  ]);
  await client.query(
    `select create_partition($1::regclass, $1 || to_char($2 at time zone 'UTC', '_YYYY_MM'), id_at($2), null, $3)`,
    [table, first, options],
  );
  for (let months = -11; months <= MONTHS_AHEAD + 1; months++)
    await client.query(`select add_partition('${table}', $1)`, [monthAfter(now, months)]);
}

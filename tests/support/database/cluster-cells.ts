import { inject } from "vitest";
import { addCell } from "@/lib/cells/manage/add-cell";
import { placeCell } from "@/lib/cells/manage/place-cell";
import { type Database, db, openDatabase } from "@/lib/db/client";
import { createSchema } from "@/lib/db/migrations/schema";
import { sql } from "@/lib/db/sql";

/** A cell on a cluster, and the names of the shards to empty before each use, separated by commas. */
type ClusterCell = { url: string; shards: string };

const made = globalThis as typeof globalThis & { testsClusterCells?: Map<number, Promise<ClusterCell>> };

/**
 * Returns the address of a cell that Citus has placed on a node. A process of the run creates each cell once,
 * because that takes half a minute, and empties the cell before each use.
 */
export async function clusterCell(number: number): Promise<string> {
  made.testsClusterCells ??= new Map();
  const making = made.testsClusterCells.get(number) ?? make(number);
  made.testsClusterCells.set(number, making);
  const { url, shards } = await making;
  await withDatabase(url, number, (cell) => cell.query({ text: `truncate ${shards}`, values: [] }));
  return url;
}

async function make(number: number): Promise<ClusterCell> {
  const { url: coordinator, prefix } = inject("cluster");
  const address = new URL(coordinator);
  address.searchParams.set("schema", `${prefix}${process.pid}_${number}`);
  const url = address.href;
  await createSchema(url);
  await withDatabase(url, number, (cell) => addCell({ home: db(), cell }, url, new Date()));
  await placeCell(url);
  const shards = await withDatabase(url, number, async (cell) => {
    const tables = await cell.query<{ name: string; shard: string }>(sql`
      select c.relname as name, shard_name(c.oid, s.shardid) as shard
      from pg_dist_shard s join pg_class c on c.oid = s.logicalrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname || '_here' = current_schema() and not c.relispartition`);
    const empty = [];
    for (const { name, shard } of tables) {
      const rows = await cell.query({ text: `select 1 from "${name}" limit 1`, values: [] });
      // Migrations insert rows into the other tables. The copy of shared tables is written again.
      if (rows.length === 0 || name === "shared_copy") empty.push(shard);
    }
    return empty.join(", ");
  });
  return { url, shards };
}

async function withDatabase<Result>(
  url: string,
  cell: number,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(url, 2, cell);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

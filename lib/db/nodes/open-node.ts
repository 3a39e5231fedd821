import type pg from "pg";
import {
  LOCK_VIEWS,
  nodeSchemaText,
  type ShardRow,
  TABLES_WITHOUT_VIEW,
  viewsOf,
  viewText,
} from "@/lib/db/nodes/node.sql";

/** The table whose shard stands for the schema: it is never replaced. */
const STANDS_FOR_ALL = "accounts";

/**
 * Creates a view of each shard of a placed schema on its node, with the table's name. PostgreSQL plans a statement
 * about the views by itself, and Citus refuses none. It is safe to repeat, also concurrently.
 * @param node a connection to the node that has the schema's shards.
 */
export async function openNode(node: pg.Client, schema: string): Promise<void> {
  const views = viewsOf(schema);
  if ((await tablesWithoutView(node, schema)).length === 0) return;
  await node.query("begin; set local citus.enable_ddl_propagation = off");
  try {
    await node.query(LOCK_VIEWS);
    const tables = await tablesWithoutView(node, schema);
    const standing = tables.find(({ table }) => table === STANDS_FOR_ALL);
    const texts = tables.map((table) => viewText(views, table));
    await node.query([...(standing ? [nodeSchemaText(schema, standing.shardId)] : []), ...texts].join("\n"));
    await node.query("commit");
  } catch (error) {
    await node.query("rollback");
    throw error;
  }
}

async function tablesWithoutView(node: pg.Client, schema: string): Promise<ShardRow[]> {
  const { rows } = await node.query<ShardRow>(TABLES_WITHOUT_VIEW, [schema, viewsOf(schema)]);
  return rows;
}

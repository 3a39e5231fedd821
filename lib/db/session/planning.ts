import type pg from "pg";

/**
 * The `plan_cache_mode` of a new connection. A statement with a name is planned once, without its values, for any
 * number of rows. By default PostgreSQL plans a batch each time if it is shorter than the ten rows that it supposes.
 * The plan then takes five times as long as the work.
 */
export const PLANNED_ONCE = "force_generic_plan";

/**
 * The setting that lets the planner exclude partitions by their bounds, also while a statement runs. It is used only
 * for statements that neither change nor lock rows. Other statements exclude partitions by their checks, according to
 * the statement's text. In PostgreSQL 18 they may crash the server otherwise: if they exclude partitions while they run,
 * and recheck a row that another transaction has changed.
 */
export const PRUNED = "on";
export const UNPRUNED = "off";

/**
 * The mode for a statement without a name. It is planned each time with its values, because they determine the best
 * index.
 */
export const PLANNED_FOR_VALUES = "auto";

/** Connections whose mode is `PLANNED_FOR_VALUES`. */
const forValues = new WeakSet<pg.PoolClient>();

/**
 * Sets the planning mode of a connection outside of a transaction for the next statement, if it differs. A statement
 * that changes or locks messages has a name or is in a transaction.
 */
export async function planFor(client: pg.PoolClient, { name }: pg.QueryConfig): Promise<void> {
  const isOnce = name !== undefined;
  if (isOnce !== forValues.has(client)) return;
  await client.query(
    isOnce
      ? `set plan_cache_mode=${PLANNED_ONCE}; set enable_partition_pruning=${UNPRUNED}`
      : `set plan_cache_mode=${PLANNED_FOR_VALUES}; set enable_partition_pruning=${PRUNED}`,
  );
  if (isOnce) forValues.delete(client);
  else forValues.add(client);
}

import type pg from "pg";

/**
 * The `plan_cache_mode` that a connection is opened with: a statement with a name is planned once, without its
 * values, however few rows they are this time. By itself PostgreSQL prefers to plan it each time where a batch is
 * shorter than the ten rows that it supposes, and takes five times as long for the plan as for the work.
 */
export const PLANNED_ONCE = "force_generic_plan";

/**
 * Whether the planner leaves partitions out by their bounds, also while a statement runs. Only where nothing is changed or locked:
 * in PostgreSQL 18 a statement that does so while it runs, and looks once more at a row that another has changed meanwhile, may
 * end the server. Elsewhere partitions are left out by their checks, for what the text of a statement says.
 */
export const PRUNED = "on";
export const UNPRUNED = "off";

/** A statement without a name is planned each time, with its values: which index is best depends on them. */
export const PLANNED_FOR_VALUES = "auto";

/** Connections that were told to plan for values. */
const forValues = new WeakSet<pg.PoolClient>();

/**
 * Tells a connection outside of a transaction how to plan the statement that is next, where it does not do so already. What
 * changes messages, or locks them, has a name or is in a transaction.
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

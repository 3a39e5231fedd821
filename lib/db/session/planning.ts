import type pg from "pg";

/**
 * The `plan_cache_mode` that a connection is opened with: a statement with a name is planned once, without its
 * values, however few rows they are this time. By itself PostgreSQL prefers to plan it each time where a batch is
 * shorter than the ten rows that it supposes, and takes five times as long for the plan as for the work.
 */
export const PLANNED_ONCE = "force_generic_plan";

/** A statement without a name is planned each time, with its values: which index is best depends on them. */
export const PLANNED_FOR_VALUES = "auto";

/** Connections that were told to plan for values. */
const forValues = new WeakSet<pg.PoolClient>();

/** Tells a connection outside of a transaction how to plan the statement that is next, where it does not do so already. */
export async function planFor(client: pg.PoolClient, { name }: pg.QueryConfig): Promise<void> {
  const isOnce = name !== undefined;
  if (isOnce !== forValues.has(client)) return;
  await client.query(`set plan_cache_mode=${isOnce ? PLANNED_ONCE : PLANNED_FOR_VALUES}`);
  if (isOnce) forValues.delete(client);
  else forValues.add(client);
}

import { randomUUID } from "node:crypto";
import pg from "pg";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of the coordinator, and the prefix of the names of a run's schemas. */
    cluster: { url: string; prefix: string };
  }
}

/** Selects the schemas of a run on one server of the cluster, including those with views. */
const SCHEMAS =
  "select nspname as name from pg_namespace where starts_with(nspname, $1) order by length(nspname)";

const SERVERS = "select nodename as host, nodeport as port from pg_dist_node order by groupid";

/** Runs once for a run with accounts on a cluster. Removes its schemas afterwards. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.CLUSTER_URL;
  if (url === undefined) throw new Error("CLUSTER_URL is not set.");
  const prefix = `test_${randomUUID().slice(0, 8)}_`;
  project.provide("cluster", { url, prefix });
  return async () => {
    const { rows: servers } = await queryAt(url, SERVERS);
    for (const { host, port } of servers) {
      const server = Object.assign(new URL(url), { hostname: host, port: String(port) }).href;
      for (const { name } of (await queryAt(server, SCHEMAS, [prefix])).rows)
        await queryAt(server, `drop schema if exists "${name}" cascade`);
    }
  };
}

async function queryAt(
  connectionString: string,
  text: string,
  values: unknown[] = [],
): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}

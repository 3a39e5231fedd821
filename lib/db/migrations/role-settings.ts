import pg from "pg";
import { readAddress } from "@/lib/database-address";
import { describeDatabase, MigrationError } from "@/lib/db/migrations/connect";
import { settingsOf } from "@/lib/db/session/settings";

/** Whether a schema is one that Citus has placed on a node as a whole: one row where it is. */
const PLACED = "select 1 from pg_dist_schema where schemaid = to_regnamespace($1)";

/** The settings that the role has in this database, as `name=value`. */
const ROLE_SETTINGS = `
  select current_user as role, current_database() as database, coalesce((
    select array_agg(setting order by s.setdatabase) from pg_db_role_setting s cross join unnest(s.setconfig) setting
    where s.setrole = current_user::regrole
      and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))), '{}') as settings`;

type RoleRow = { role: string; database: string; settings: string[] };

/**
 * What a cluster needs besides: our triggers look at other tables of the schema, which are on the same node. And what a
 * transaction is set to by `set local` counts on the node, too.
 */
const OF_CLUSTERS = { "citus.enable_unsafe_triggers": "on", "citus.propagate_set_commands": "local" };

/**
 * Gives the role what our sessions are set to, where the address names a schema that Citus has placed on a node: what a
 * session is told does not reach nodes, what its role has does. It asks nothing where the address names no schema.
 * @throws MigrationError where the role has the search path of another schema: each cell on a cluster has a role of its own.
 */
export async function keepRoleSettings(client: pg.Client, databaseUrl: string): Promise<void> {
  const { schema } = readAddress(databaseUrl);
  if (schema === undefined || !(await isPlaced(client, schema))) return;
  const [{ role, database, settings }] = (await client.query<RoleRow>(ROLE_SETTINGS)).rows as [RoleRow];
  const has = new Map(settings.map((setting) => split(setting)));
  const path = has.get("search_path");
  if (path !== undefined && path !== schema)
    throw new MigrationError(
      `The database ${describeDatabase(databaseUrl)} is on a Citus cluster, and its role has the search path ${path}: ` +
        "give each cell a role of its own.",
    );
  for (const [name, value] of Object.entries({ ...settingsOf(databaseUrl), ...OF_CLUSTERS }))
    if (has.get(name) !== value)
      await client.query(
        `alter role ${pg.escapeIdentifier(role)} in database ${pg.escapeIdentifier(database)} set ${name} = '${value}'`,
      );
}

async function isPlaced(client: pg.Client, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('pg_catalog.pg_dist_schema') is not null as exists",
  );
  return rows[0]?.exists === true && (await client.query(PLACED, [schema])).rows.length > 0;
}

function split(setting: string): [name: string, value: string] {
  const at = setting.indexOf("=");
  return [setting.slice(0, at), setting.slice(at + 1).replaceAll('"', "")];
}

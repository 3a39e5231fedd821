import type pg from "pg";
import { connect, describeDatabase, firstLine, MigrationError } from "@/lib/db/migrations/connect";
import { opening, settingsOf } from "@/lib/db/session/settings";

/** The oldest major version that accepts every statement of the gateway. */
const OLDEST_VERSION = 14;

/** The number of checks for a shared session. Beside other users of a pooler, one check may miss it. */
const SHARED_CHECKS = 3;

/** A database's description of itself, as columns of one row. */
type ServerRow = {
  /** The result of `version()`, which names another product in front or in brackets. */
  product: string;
  version: string;
  major: number;
  encoding: string;
  is_standby: boolean;
  is_read_only: boolean;
  /** The version of the extension Citus; null without it. */
  citus: string | null;
};

/**
 * Citus's description of itself: its nodes, whether tables of the schema are on them, and whether it supports schemas
 * that are placed as a whole.
 */
type CitusRow = { nodes: number; is_distributed: boolean; knows_schemas: boolean };

/** `current_setting` returns a version of four digits and more, such as 180001. */
const SERVER = `
  select version() as product, current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
    current_setting('server_encoding') as encoding, pg_is_in_recovery() as is_standby,
    current_setting('default_transaction_read_only')::boolean as is_read_only,
    (select extversion from pg_extension where extname = 'citus') as citus`;

const CITUS = `
  select (select count(*)::int from pg_dist_node where isactive and noderole = 'primary') as nodes,
    to_regclass('pg_catalog.pg_dist_schema') is not null as knows_schemas,
    exists (select from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
      where c.relnamespace = current_schema()::regnamespace) as is_distributed`;

/** One row if Citus has placed the schema on a node as a whole. */
const PLACED = "select 1 from pg_dist_schema where schemaid = current_schema()::regnamespace";

/** Products that speak PostgreSQL's protocol and accept only some of its statements, by their `version()`. */
const NOT_POSTGRESQL: readonly [pattern: RegExp, name: string][] = [
  [/CockroachDB/, "CockroachDB"],
  [/-YB-/, "YugabyteDB"],
  [/Greenplum/, "Greenplum"],
  [/Redshift/, "Amazon Redshift"],
  [/Materialize/, "Materialize"],
];

/**
 * Checks whether the service can run on a database server, before any change there (rules: database server).
 * @returns the server, such as "PostgreSQL 18.1", with the extension Citus as in "PostgreSQL 17.2 with Citus 13.0 (3
 * nodes)".
 * @throws MigrationError that names the obstacle.
 */
export async function checkServer(databaseUrl: string): Promise<string> {
  const refuse = (reason: string) => {
    throw new MigrationError(`The database ${describeDatabase(databaseUrl)} ${reason}`);
  };
  const [client, other] = await openTwo(databaseUrl, refuse);
  try {
    const [server] = (await client.query<ServerRow>(SERVER)).rows as [ServerRow];
    const reason =
      unfitness(server) ??
      (await lostSetting(client, settingsOf(databaseUrl))) ??
      (await sharing(client, other));
    if (reason !== null) refuse(reason);
    const found = `PostgreSQL ${server.version.split(" ")[0]}`;
    if (server.citus === null) return found;
    const [citus] = (await client.query<CitusRow>(CITUS)).rows as [CitusRow];
    const isPlaced = citus.knows_schemas && (await client.query(PLACED)).rows.length > 0;
    if (citus.is_distributed && !isPlaced) refuse(DIVIDED);
    return `${found} with ${namedCitus(server.citus, citus.nodes)}`;
  } finally {
    await Promise.all([client.end(), other.end()]);
  }
}

/** Opens two connections at once, each with the settings of every connection. */
async function openTwo(
  databaseUrl: string,
  refuse: (reason: string) => void,
): Promise<[pg.Client, pg.Client]> {
  let client: pg.Client | undefined;
  try {
    client = await connect(databaseUrl, opening(databaseUrl));
    return [client, await connect(databaseUrl, opening(databaseUrl))];
  } catch (error) {
    await client?.end();
    const { cause } = error as Error;
    if (/startup parameter/.test(firstLine(cause)))
      refuse(`is behind a pooler that refuses a session's settings (${firstLine(cause)}). ${ABOUT_SETTINGS}`);
    throw error;
  }
}

const ABOUT_SETTINGS = "Connect directly, or see “Your own PostgreSQL” in docs/deployment.md.";

const DIVIDED =
  "has tables of the service that are divided over a Citus cluster. Use tables of the coordinator alone, or place a schema as a whole, as in docs/scale.md.";

/** Returns the words for the extension Citus. */
export function namedCitus(version: string, nodes: number): string {
  return `Citus ${version} (${nodes} ${nodes === 1 ? "node" : "nodes"})`;
}

/** Returns the reason that the service cannot run on a server, or null. */
export function unfitness(server: ServerRow): string | null {
  const other = NOT_POSTGRESQL.find(([pattern]) => pattern.test(server.product));
  if (other) return `runs on ${other[1]}, which is not PostgreSQL and was never tried.`;
  if (server.major < OLDEST_VERSION)
    return `runs on PostgreSQL ${server.version}. Version ${OLDEST_VERSION} or newer is needed.`;
  if (server.encoding !== "UTF8")
    return `is encoded in ${server.encoding}. Create it with encoding 'UTF8' and template template0.`;
  if (server.is_standby) return "is a standby, which accepts no writes. Name the primary in DATABASE_URL.";
  if (server.is_read_only)
    return "accepts no writes: default_transaction_read_only is on for it or for its role.";
  return null;
}

/**
 * Returns the first setting that a session lacks: a pooler has dropped it. If the role has the setting, the pooler
 * still uses an older server connection.
 */
export async function lostSetting(
  client: pg.Client,
  wanted: Readonly<Record<string, string>>,
): Promise<string | null> {
  const { rows } = await client.query<{ name: string; value: string; wanted: string; of_role: boolean }>(
    `select name, current_setting(name) as value, wanted,
      exists (
        select from pg_db_role_setting s join pg_roles r on r.oid = s.setrole
        where r.rolname = current_user and name || '=' || wanted = any (s.setconfig)
          and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      ) as of_role
    from unnest($1::text[], $2::text[]) as w (name, wanted)
    where current_setting(name) <> wanted order by of_role, name limit 1`,
    [Object.keys(wanted), Object.values(wanted)],
  );
  const [lost] = rows;
  if (!lost) return null;
  const found = `${lost.name} is ${lost.value} instead of ${lost.wanted}`;
  return lost.of_role
    ? `is behind a pooler that uses an old connection: ${found}, although the role has the setting. Make the pooler open new server connections, as with RECONNECT in the console of PgBouncer.`
    : `is behind a pooler that drops a session's settings: ${found}. ${ABOUT_SETTINGS}`;
}

/** Returns the reason that two open connections share one session of the server, or null. */
export async function sharing(
  client: Pick<pg.Client, "query">,
  other: Pick<pg.Client, "query">,
): Promise<string | null> {
  for (let check = 1; check <= SHARED_CHECKS; check++)
    if ((await sessionOf(client)) === (await sessionOf(other)))
      return "is behind a pooler that shares sessions between connections. Set its pool mode to session, or connect directly.";
  return null;
}

async function sessionOf(client: Pick<pg.Client, "query">): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid;
}

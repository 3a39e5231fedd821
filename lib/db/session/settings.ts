import { applicationName, readAddress, schemaSettings } from "@/lib/database-address";
import { PLANNED_ONCE, UNPRUNED } from "@/lib/db/session/planning";

/**
 * The settings of every connection. Every query has an index. The planner underestimates a table that has just begun
 * to grow, or a queue that was empty at its last look. It may then keep a plan that scans the whole table, in a
 * statement or a foreign key's check: seconds for each batch, for minutes. Rows are therefore read by an index and in
 * its order. No wait is unlimited: a client that vanishes inside a transaction must not keep an account locked.
 */
export const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  enable_seqscan: "off",
  enable_bitmapscan: "off",
  // The planner overestimates the cost of single look-ups, and compilation would cost more than it saves.
  jit: "off",
  plan_cache_mode: PLANNED_ONCE,
  enable_partition_pruning: UNPRUNED,
  // A count by three processes uses more of the machine than one, and ends no sooner if the machine is busy.
  max_parallel_workers_per_gather: "0",
  statement_timeout: "30s",
  idle_in_transaction_session_timeout: "10s",
};

/** The default planner settings, in place of a role's own. */
const PLANNER_FREE = { enable_seqscan: "on", enable_bitmapscan: "on", plan_cache_mode: "auto" };

/**
 * The settings for work that moves whole tables. A statement may take long, but not without limit. The server soon
 * detects that a silent client is gone, since such work blocks others.
 */
export const LONG_SESSION_SETTINGS: Readonly<Record<string, string>> = {
  ...PLANNER_FREE,
  statement_timeout: "15min",
  idle_in_transaction_session_timeout: "30s",
  tcp_keepalives_idle: "30",
  tcp_keepalives_interval: "10",
  tcp_keepalives_count: "3",
};

/**
 * The settings for migrations, which are never stopped half way, and for a server that waits for another server's
 * migrations. The role may have any of these settings.
 */
export const MIGRATION_SETTINGS: Readonly<Record<string, string>> = {
  ...PLANNER_FREE,
  statement_timeout: "0",
  lock_timeout: "0",
  idle_in_transaction_session_timeout: "0",
  idle_session_timeout: "0",
};

function settingStatements(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join("; ");
}

/** Returns the settings of every connection to an address, its schema included. */
export function settingsOf(databaseUrl: string): Readonly<Record<string, string>> {
  return { ...SESSION_SETTINGS, ...schemaSettings(readAddress(databaseUrl)) };
}

/** The options with which `pg` opens a connection. */
type PlainOpening = { connectionString: string; application_name: string };
type Opening = PlainOpening & { options: string };

/**
 * Returns the options of a connection with the common settings, by `options` of PostgreSQL's start-up message. The
 * options in the address, which some providers need, go before them.
 */
export function opening(databaseUrl: string): Opening {
  const options = Object.entries(settingsOf(databaseUrl))
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
  const plain = plainOpening(databaseUrl);
  if (!/[?&]options=/.test(plain.connectionString)) return { ...plain, options };
  const url = new URL(plain.connectionString);
  const own = url.searchParams.get("options");
  url.searchParams.delete("options");
  return { ...plain, connectionString: url.href, options: `${own} ${options}` };
}

/** Returns the options of a connection whose settings follow as statements, by `sessionStatements`. */
export function plainOpening(databaseUrl: string): PlainOpening {
  const address = readAddress(databaseUrl);
  return { connectionString: address.connectionString, application_name: applicationName(address) };
}

/**
 * Returns statements that set a session's settings and the schema of its address, through any pooler. The text is
 * empty without settings.
 */
export function sessionStatements(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
): string {
  return settingStatements({ ...settings, ...schemaSettings(readAddress(databaseUrl)) });
}

import { applicationName, readAddress, schemaSettings } from "@/lib/database-address";
import { PLANNED_ONCE, UNPRUNED } from "@/lib/db/session/planning";

/**
 * What every connection is set to. Each query of ours has an index. The planner thinks a table small that has
 * just begun to grow, or a queue that was empty when it was last looked at. It may then keep a plan that
 * reads the whole of it, in a statement or a foreign key's check: seconds a batch, for minutes. So rows are
 * read by an index and in its order. And nothing waits for ever: a client that vanishes inside a transaction
 * must not keep an account locked.
 */
export const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  enable_seqscan: "off",
  enable_bitmapscan: "off",
  // What a statement costs is overestimated where rows are looked up one by one, and compiling it would cost more.
  jit: "off",
  plan_cache_mode: PLANNED_ONCE,
  enable_partition_pruning: UNPRUNED,
  // A count by three processes takes more of the machine than by one, and ends no sooner where others work, too.
  max_parallel_workers_per_gather: "0",
  statement_timeout: "30s",
  idle_in_transaction_session_timeout: "10s",
};

/** What a role may have been given for our connections, as it is without: the planner is free. */
const PLANNER_FREE = { enable_seqscan: "on", enable_bitmapscan: "on", plan_cache_mode: "auto" };

/**
 * For work that moves whole tables: a statement may take its time, though not for ever. The server looks soon whether
 * a client that says nothing is still there, since such work keeps others waiting.
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
 * For migrations, which are never ended half way, and for who waits for another server's: its role may have been given any
 * of these.
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

/** What every connection to an address is set to, its schema included. */
export function settingsOf(databaseUrl: string): Readonly<Record<string, string>> {
  return { ...SESSION_SETTINGS, ...schemaSettings(readAddress(databaseUrl)) };
}

/** How a connection is opened: what `pg` takes. */
type PlainOpening = { connectionString: string; application_name: string };
type Opening = PlainOpening & { options: string };

/**
 * How to open a connection with the settings that all have: by `options` of PostgreSQL's start-up message. What the
 * address itself has there, as some providers want it, goes before them.
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

/** How to open a connection that is then told its settings by statements, by `sessionStatements`. */
export function plainOpening(databaseUrl: string): PlainOpening {
  const address = readAddress(databaseUrl);
  return { connectionString: address.connectionString, application_name: applicationName(address) };
}

/**
 * Statements that give a session settings and the schema of its address, whatever stands between. Empty where there are none.
 */
export function sessionStatements(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
): string {
  return settingStatements({ ...settings, ...schemaSettings(readAddress(databaseUrl)) });
}

/**
 * How many database connections the workers of one server open together at most, unless each worker's share
 * is set. PostgreSQL takes a hundred by default, and commands and tools want some.
 */
const MAX_CONNECTIONS = 80;
/** With a single connection, a long query would hold up everything else that a worker does. */
const MIN_CONNECTIONS = 2;

/** How many connections the embedded PostgreSQL takes at least, and how many of them are not for workers. */
const MIN_EMBEDDED_CONNECTIONS = 200;
const FOR_OTHERS = 20;

/**
 * How many database connections each of `workers` processes may open: `asked`, else the usual number or its
 * share. All have the same, since any of them may become the leader.
 */
export function shareConnections(workers: number, asked: number | undefined, usual: number): number {
  return asked ?? Math.min(usual, Math.max(MIN_CONNECTIONS, Math.floor(MAX_CONNECTIONS / workers)));
}

/** The embedded PostgreSQL's settings for so many workers: connections never run out. */
export function connectionSettings(workers: number, connections: number): Record<string, string> {
  return { max_connections: String(Math.max(MIN_EMBEDDED_CONNECTIONS, workers * connections + FOR_OTHERS)) };
}

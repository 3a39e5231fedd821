/**
 * The most database connections that the workers of one server open together, unless each worker's share is set.
 * PostgreSQL allows a hundred by default, and commands and tools need some.
 */
const MAX_CONNECTIONS = 80;
/** The fewest for each worker: with a single connection, a long query would block everything else in it. */
const MIN_CONNECTIONS = 2;

/** The fewest connections that the embedded PostgreSQL allows, and the number of them that is not for workers. */
const MIN_EMBEDDED_CONNECTIONS = 200;
const FOR_OTHERS = 20;

/**
 * Returns the number of database connections of each of `workers` processes: `asked`, or else the usual number or its
 * share. All have the same, since any of them may become the leader.
 */
export function shareConnections(workers: number, asked: number | undefined, usual: number): number {
  return asked ?? Math.min(usual, Math.max(MIN_CONNECTIONS, Math.floor(MAX_CONNECTIONS / workers)));
}

/** Returns the embedded PostgreSQL's settings for a number of workers: connections never run out. */
export function connectionSettings(workers: number, connections: number): Record<string, string> {
  return { max_connections: String(Math.max(MIN_EMBEDDED_CONNECTIONS, workers * connections + FOR_OTHERS)) };
}

/**
 * Database connections that the workers of one server open together at most, where nobody says how many each may:
 * PostgreSQL takes a hundred as it is installed, and commands and tools want some.
 */
const TOGETHER = 80;
/** With one alone, a long query would hold up everything else that a worker does. */
const FEWEST = 2;

/** What the embedded PostgreSQL takes, if it need not take more, and how many of that are for others than workers. */
const EMBEDDED_MOST = 200;
const FOR_OTHERS = 20;

/**
 * How many database connections each of `workers` processes may open: `asked`, or where nobody asks as many as is usual,
 * or its share. All have as many, since any of them may become the leader.
 */
export function shareConnections(workers: number, asked: number | undefined, usual: number): number {
  return asked ?? Math.min(usual, Math.max(FEWEST, Math.floor(TOGETHER / workers)));
}

/** The embedded PostgreSQL's settings for so many workers: they never run out. */
export function connectionSettings(workers: number, connections: number): Record<string, string> {
  return { max_connections: String(Math.max(EMBEDDED_MOST, workers * connections + FOR_OTHERS)) };
}

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

/** Database connections of each worker, at most. */
export type Connections = { driver: number; server: number };

/**
 * How many connections each of `workers` processes may open: `asked`, or where nobody asks ten for the driver, since
 * everything that is sent goes through it, and for each other ten or its share of what is left.
 */
export function shareConnections(workers: number, asked: number | undefined, usual: number): Connections {
  if (asked !== undefined) return { driver: asked, server: asked };
  const share = Math.floor((TOGETHER - usual) / Math.max(1, workers - 1));
  return { driver: usual, server: Math.min(usual, Math.max(FEWEST, share)) };
}

/** The embedded PostgreSQL's settings for so many workers: they never run out. */
export function connectionSettings(workers: number, { driver, server }: Connections): Record<string, string> {
  const wanted = driver + (workers - 1) * server + FOR_OTHERS;
  return { max_connections: String(Math.max(EMBEDDED_MOST, wanted)) };
}

// The longest time of each step of a server's shutdown, in milliseconds. A process manager must wait for their sum:
// see "On Node, under a supervisor" in docs/deployment.md.

/** The time for messages to the workers, beyond `SHUTDOWN_DELAY_MS`. */
export const ANNOUNCE_WITHIN_MS = 1_000;
/** The time for the workers to take the last connections. */
export const DEAL_WITHIN_MS = 3_000;
/** The time for a worker's own shutdown, whose steps have times of their own. After it, the worker is killed. */
export const STOP_WORKER_MS = 75_000;
/** The time for the process of the pages, which ends after the workers. After it, that process is killed. */
export const STOP_PAGES_MS = 45_000;
/** The time for all of them to end. */
export const STOP_WORKERS_WITHIN_MS = 130_000;
/** The time for PostgreSQL: it stops in order within half a minute, and by force within ten seconds more. */
export const STOP_POSTGRES_WITHIN_MS = 45_000;

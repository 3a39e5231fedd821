// How long each step of a server's shutdown may take at most, in milliseconds. A process manager has to wait
// for their sum: see "On Node, under a supervisor" in docs/deployment.md.

/** Beyond `SHUTDOWN_DELAY_MS`: for the workers to be told. */
export const ANNOUNCE_WITHIN_MS = 1_000;
/** For the workers to take the last connections. */
export const DEAL_WITHIN_MS = 3_000;
/** For a worker's own shutdown, each step of which has its time; then it is killed. */
export const STOP_WORKER_MS = 75_000;
/** For the process of the pages, which ends after the workers; then it is killed. */
export const STOP_PAGES_MS = 45_000;
/** For all of them to be gone. */
export const STOP_WORKERS_WITHIN_MS = 130_000;
/** PostgreSQL stops in order within half a minute, and by force within ten seconds more. */
export const STOP_POSTGRES_WITHIN_MS = 45_000;

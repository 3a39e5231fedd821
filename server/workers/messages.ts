import type { JobName } from "@/lib/db/wake";

/** What one worker tells others, through the primary. It is a hint: what is lost is found out a little later. */
export type Hint =
  /** For the leader: there may be work. */
  | { kind: "wake"; job: JobName; inMs: number }
  /** For all others: what is known of callers is to be read again. */
  | { kind: "invalidate-callers" };

/** What a worker tells the primary. */
export type FromWorker =
  /** It takes connections from now on. */
  | { kind: "listening" }
  /** It is the leader from now on, and takes e-mails on this port; null: it takes none. */
  | { kind: "leading"; emailPort: number | null }
  /** Its event loop goes round. */
  | { kind: "heartbeat" }
  /** It has the connection that it was given, and may be given another. */
  | { kind: "taken" }
  /** The connection that it was given did not reach it. */
  | { kind: "missed" }
  /** Somebody has signalled it alone: it wants to end and be replaced. */
  | { kind: "signalled" }
  /** It answers what it has, takes no more, and ends. */
  | { kind: "leaving" }
  /** It cannot start, and why: a sentence, or a stack where nobody expected it. */
  | { kind: "failed"; reason: string }
  | Hint;

/** What the primary tells a worker. */
export type ToWorker =
  /** Take the connection that comes with this. */
  | { kind: "connection" }
  /** Follows each connection: one that has not come by now never will. */
  | { kind: "connection-sent" }
  /** Run the jobs and take e-mails. Where the server is only starting, no e-mails means no start. */
  | { kind: "lead"; isStart: boolean }
  /** The server will stop soon: tell balancers. */
  | { kind: "announce-stop" }
  | { kind: "stop" }
  | Hint;

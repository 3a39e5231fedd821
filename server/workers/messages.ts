import type { JobName } from "@/lib/db/wake";
import type { FarMessages, SharedRoom } from "@/lib/messages/hand-over/far-hand-over";

/**
 * What one process tells others, through the primary. A lost one delays what it announces.
 */
export type Hint =
  /** For the leader: there may be work in a cell. */
  | { kind: "wake"; job: JobName; inMs: number; cell: number }
  /** For the leader: messages to hand over. Their leases run out if it is lost. */
  | ({ kind: "hand-over" } & FarMessages)
  /** From the leader, for all others: room for messages. */
  | ({ kind: "room" } & SharedRoom)
  /** For all others: what is cached about callers has to be read again. */
  | { kind: "invalidate-callers" }
  /** For all others: requests come through a proxy that is not trusted. */
  | { kind: "unknown-proxy" };

/** What a process of the server tells the primary. */
export type FromWorker =
  /** It takes connections from now on, or what workers pass on. */
  | { kind: "listening" }
  /** It is the leader from now on, and accepts emails on this port. Null: it accepts none. */
  | { kind: "leading"; emailPort: number | null }
  /** The process of the pages has loaded Next, and answers what has waited for it. */
  | { kind: "pages-loaded" }
  /** Its event loop is running. */
  | { kind: "heartbeat" }
  /** It has the connection that it was sent, and may be sent another. */
  | { kind: "taken" }
  /** The connection that it was sent did not reach it. */
  | { kind: "missed" }
  /** It alone got a signal: it wants to end and be replaced. */
  | { kind: "signalled" }
  /** It answers the requests that it has, accepts no more, and ends. */
  | { kind: "leaving" }
  /** It cannot start, and why: a sentence, or a stack for an unexpected error. */
  | { kind: "failed"; reason: string }
  | Hint;

/** What the primary tells a process. */
export type ToWorker =
  /** Take the connection that comes with this. */
  | { kind: "connection" }
  /** Follows each connection: a connection that has not come by now never will. */
  | { kind: "connection-sent" }
  /**
   * Run the jobs and accept emails. At a server's start, a failure to accept emails is a failure to start.
   */
  | { kind: "lead"; isStart: boolean }
  /** For the process of the pages: workers answer the API, and Next may take the processor. */
  | { kind: "load-pages" }
  /** The server will stop soon: tell load balancers. */
  | { kind: "announce-stop" }
  | { kind: "stop" }
  | Hint;

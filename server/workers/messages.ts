import type { JobName } from "@/lib/db/wake";
import type { FarMessages, SharedRoom } from "@/lib/messages/hand-over/far-hand-over";

/** A message from one process to others, through the primary. If it is lost, its effect is only late. */
export type Hint =
  /** For the leader: there may be work in a cell. */
  | { kind: "wake"; job: JobName; inMs: number; cell: number }
  /** For the leader: messages to hand over. Their leases run out if it is lost. */
  | ({ kind: "hand-over" } & FarMessages)
  /** From the leader, for all others: room for messages. */
  | ({ kind: "room" } & SharedRoom)
  /** For all others: cached data about callers must be read again. */
  | { kind: "invalidate-callers" }
  /** For all others: requests come through a proxy that is not trusted. */
  | { kind: "unknown-proxy" };

/** A message from a process of the server to the primary. */
export type FromWorker =
  /** It accepts connections from now on, or requests that workers pass on. */
  | { kind: "listening" }
  /** It is the leader from now on, and accepts emails on this port; null if it accepts none. */
  | { kind: "leading"; emailPort: number | null }
  /** The process of the pages has loaded Next, and answers the requests that have waited for it. */
  | { kind: "pages-loaded" }
  /** Its event loop is running. */
  | { kind: "heartbeat" }
  /** It has the connection that it was sent, and may be sent another. */
  | { kind: "taken" }
  /** The connection that it was sent did not reach it. */
  | { kind: "missed" }
  /** Only this process got a signal: it should end and be replaced. */
  | { kind: "signalled" }
  /** It answers its open requests, accepts no more, and ends. */
  | { kind: "leaving" }
  /** It cannot start. The reason is a sentence, or a stack for an unexpected error. */
  | { kind: "failed"; reason: string }
  | Hint;

/** A message from the primary to a process. */
export type ToWorker =
  /** It must take the connection that comes with this message. */
  | { kind: "connection" }
  /** Follows each connection: a connection that has not come by now never will. */
  | { kind: "connection-sent" }
  /** It must run the jobs and accept emails. At a server's start, a failure to accept emails is a failure to start. */
  | { kind: "lead"; isStart: boolean }
  /** For the process of the pages: workers answer the API, and Next may use the processor. */
  | { kind: "load-pages" }
  /** The server will stop soon: it must inform load balancers. */
  | { kind: "announce-stop" }
  | { kind: "stop" }
  | Hint;

import type { JobName } from "@/lib/jobs/wake";

/** What a worker does besides answering requests: the driver runs the jobs and takes e-mails, a server nothing. */
export type WorkerRole = "driver" | "server";

/** What one worker tells others, through the primary. It is a hint: what is lost is found out a little later. */
export type Hint =
  /** For the driver: there may be work. */
  | { kind: "wake"; job: JobName; inMs: number }
  /** For all others: what is known of callers is to be read again. */
  | { kind: "forget-callers" };

/** What a worker tells the primary. */
export type FromWorker =
  | { kind: "listening"; port: number; emailPort: number | null }
  /** It cannot start, and why: a sentence, or a stack where nobody expected it. */
  | { kind: "failed"; reason: string }
  | Hint;

/** What the primary tells a worker. */
export type ToWorker = { kind: "stop" } | Hint;

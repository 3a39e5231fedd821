import { env } from "@/lib/env";

/** The source of wake-ups: timers of a Node server (`lib/jobs/local`), or Inngest (`inngest/`). */
export type JobsMode = "inngest" | "local";

/**
 * Returns the value of `JOBS`. If it is not set: Inngest if its settings name a server, or else the Node server
 * itself.
 */
export function jobsMode(): JobsMode {
  const { jobs, inngestConfigured } = env();
  return jobs ?? (inngestConfigured ? "inngest" : "local");
}

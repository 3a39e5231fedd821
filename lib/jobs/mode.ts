import { env } from "@/lib/env";

/** Who wakes what waits: timers of a Node server (`lib/jobs/local`), or Inngest (`inngest/`). */
export type JobsMode = "inngest" | "local";

/** What `JOBS` says; without it Inngest where its own settings name a server, else the Node server itself. */
export function jobsMode(): JobsMode {
  const { jobs, inngestConfigured } = env();
  return jobs ?? (inngestConfigured ? "inngest" : "local");
}

import { env } from "@/lib/env";

/** Who wakes what waits: timers of a Node server (`lib/jobs/local`), or Inngest (`inngest/`). */
export type JobsMode = "inngest" | "local";

/**
 * Why several cells cannot be served by this process; null where they can, or there is one. Each has workers of its
 * own, which only a server that lives on has.
 */
export function noCellsHere(isServerless: boolean): string | null {
  if (env().cells === undefined || (jobsMode() === "local" && !isServerless)) return null;
  return "Setting CELLS needs a Node server that runs its own jobs: set JOBS to local, and do not use Vercel.";
}

/** What `JOBS` says; without it Inngest where its own settings name a server, else the Node server itself. */
export function jobsMode(): JobsMode {
  const { jobs, inngestConfigured } = env();
  return jobs ?? (inngestConfigured ? "inngest" : "local");
}

/**
 * Runs once when a server's process starts. A Node server hands over what it accepts and works off by itself what waits
 * in the database, unless Inngest does that; with Inngest every process announces what it leaves for later.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs" || process.env.NEXT_PHASE) return;
  const [{ closeDb }, { onShutdown }] = await Promise.all([
    import("@/lib/db/client"),
    import("@/lib/shutdown"),
  ]);
  const stops = [await startHandOver(), await startJobs()];
  onShutdown(async () => {
    // Both at once: a carrier that does not answer must not keep the jobs going.
    await Promise.all(stops.map((stop) => stop?.()));
    await closeDb();
  });
}

type Stop = () => Promise<void>;

/** Where a process lives on after its responses. */
async function startHandOver(): Promise<Stop | undefined> {
  if (process.env.VERCEL) return undefined;
  return (await import("@/lib/jobs/hand-over")).startHandOver();
}

async function startJobs(): Promise<Stop | undefined> {
  const { jobsMode } = await import("@/lib/jobs/mode");
  if (jobsMode() === "inngest") {
    (await import("@/inngest/wake-ups")).startInngestWakeUps();
    return (await import("@/lib/jobs/run-soon")).stopDraining;
  }
  const { hasJobRunner } = await import("@/lib/jobs/wake");
  // Of a server's processes one runs them: in the others it has been said already who is told.
  if (process.env.VERCEL || hasJobRunner()) return undefined;
  return (await import("@/lib/jobs/local")).startLocalJobs();
}

/**
 * Runs once when a server starts. A Node server works off by itself what waits in the database, unless Inngest does;
 * with Inngest every process announces what it leaves for later.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs" || process.env.NEXT_PHASE) return;
  const { jobsMode } = await import("@/lib/jobs/mode");
  if (jobsMode() === "inngest") {
    const { startInngestWakeUps } = await import("@/inngest/wake-ups");
    startInngestWakeUps();
    const { stopDraining } = await import("@/lib/jobs/run-soon");
    await endWith(stopDraining);
  } else if (!process.env.VERCEL) {
    const { startLocalJobs } = await import("@/lib/jobs/local");
    await endWith(startLocalJobs());
  }
}

/** Has jobs stopped before the database connections are closed. */
async function endWith(stop: () => Promise<void>): Promise<void> {
  const [{ closeDb }, { onShutdown }] = await Promise.all([
    import("@/lib/db/client"),
    import("@/lib/shutdown"),
  ]);
  onShutdown(async () => {
    await stop();
    await closeDb();
  });
}

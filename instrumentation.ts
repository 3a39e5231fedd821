/** Runs once when a server starts: a Node server works off by itself what waits in the database. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs" || process.env.VERCEL || process.env.NEXT_PHASE) return;
  const [{ startLocalJobs }, { closeDb }, { onShutdown }] = await Promise.all([
    import("@/lib/jobs/local"),
    import("@/lib/db/client"),
    import("@/lib/shutdown"),
  ]);
  const stop = startLocalJobs();
  onShutdown(async () => {
    await stop();
    await closeDb();
  });
}

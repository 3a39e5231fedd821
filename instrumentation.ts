/** Runs once when Next starts in a process. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs" || process.env.NEXT_PHASE) return;
  const [{ countByWallClock }, { hasLeader }, { startProcess }] = await Promise.all([
    import("@/lib/clock"),
    import("@/lib/jobs/leader"),
    import("@/lib/jobs/start-process"),
  ]);
  const isServerless = Boolean(process.env.VERCEL);
  if (isServerless) countByWallClock();
  // A server of ours reads targets itself.
  if (!hasLeader()) (await import("@/lib/http/paths/mean-all-targets")).meanAllTargets();
  const startInngestWakeUps = async () => (await import("@/inngest/wake-ups")).startInngestWakeUps();
  await startProcess({ isServerless, startInngestWakeUps });
}

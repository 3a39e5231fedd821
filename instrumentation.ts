/** Runs once when Next starts in a process. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs" || process.env.NEXT_PHASE) return;
  const [{ countByWallClock }, { db }, { hasLeader }, { startProcess }] = await Promise.all([
    import("@/lib/clock"),
    import("@/lib/db/client"),
    import("@/lib/jobs/leader"),
    import("@/lib/jobs/start-process"),
  ]);
  const isServerless = Boolean(process.env.VERCEL);
  if (isServerless) countByWallClock();
  // A server of ours reads targets itself, and has applied the networks document before it serves.
  if (!hasLeader()) {
    (await import("@/lib/http/paths/mean-all-targets")).meanAllTargets();
    await (await import("@/lib/jobs/apply-networks")).applyNetworks(db, { isServerless });
  }
  const startInngestWakeUps = async () => (await import("@/inngest/wake-ups")).startInngestWakeUps();
  await startProcess({ isServerless, startInngestWakeUps });
}

/**
 * Runs once when a server's process starts. A Node server hands over what it accepts and works off by itself what waits
 * in the database. Where Inngest wakes what waits, every process announces what it leaves for later, and a Node server
 * looks once a minute for what nobody has woken.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs" || process.env.NEXT_PHASE) return;
  const [{ countByWallClock }, { db }, { followClock }, { stopWork }, { onShutdown }] = await Promise.all([
    import("@/lib/clock"),
    import("@/lib/db/client"),
    import("@/lib/jobs/clock/follow-clock"),
    import("@/lib/jobs/stop-work"),
    import("@/lib/shutdown"),
  ]);
  const { hasLeader } = await import("@/lib/jobs/leader");
  if (process.env.VERCEL) countByWallClock();
  // A server of ours reads targets itself.
  if (!hasLeader()) (await import("@/lib/http/paths/mean-all-targets")).meanAllTargets();
  const clock = followClock(db);
  const stops: Stop[] = [clock.stop];
  let isStopping = false;
  const end = () => {
    isStopping = true;
    return stopWork(stops);
  };
  // A carrier may take 20 seconds, and its answer must be recorded.
  onShutdown("work", end, STOP_WITHIN_MS);
  // Leases are by the database's clock: nobody takes one before it has been read.
  const started = clock.measured.then(async () => {
    if (isStopping) return;
    for (const stop of [await startHandOver(), await startJobs()]) if (stop) stops.push(stop);
  });
  // A database that is away must not keep the server from starting.
  await Promise.race([started, new Promise((resolve) => setTimeout(resolve, START_WITHIN_MS))]);
}

const START_WITHIN_MS = 5_000;
const STOP_WITHIN_MS = 30_000;

type Stop = () => Promise<void>;

/** Where a process lives on after its responses. */
async function startHandOver(): Promise<Stop | undefined> {
  if (process.env.VERCEL) return undefined;
  return (await import("@/lib/jobs/hand-over")).startHandOver();
}

async function startJobs(): Promise<Stop | undefined> {
  const [{ jobsMode }, { hasJobRunner, setJobRunner }, { requestRunner }] = await Promise.all([
    import("@/lib/jobs/mode"),
    import("@/lib/db/wake"),
    import("@/lib/jobs/request-runner"),
  ]);
  const { hasLeader } = await import("@/lib/jobs/leader");
  if (jobsMode() === "inngest") {
    (await import("@/inngest/wake-ups")).startInngestWakeUps();
    if (!hasJobRunner()) setJobRunner(requestRunner);
    if (process.env.VERCEL || hasLeader()) return undefined;
    return (await import("@/lib/jobs/local-sweep")).startLocalSweep();
  }
  // Of a server's processes one runs them: in the others it has been said already who is told.
  if (hasJobRunner()) return undefined;
  if (process.env.VERCEL) {
    setJobRunner(requestRunner);
    return undefined;
  }
  return (await import("@/lib/jobs/local")).startLocalJobs();
}

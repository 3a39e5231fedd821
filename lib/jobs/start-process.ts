import { warnOfCarriersWithoutServer } from "@/lib/carriers/process/carriers-without-server";
import { watchMoves } from "@/lib/cells/move/watch-moves";
import { db } from "@/lib/db/client";
import { hasJobRunner, setJobRunner } from "@/lib/db/wake";
import { followClock } from "@/lib/jobs/clock/follow-clock";
import { hasLeader } from "@/lib/jobs/leader";
import { startLocalJobs } from "@/lib/jobs/local";
import { startLocalSweep } from "@/lib/jobs/local-sweep";
import { jobsMode } from "@/lib/jobs/mode";
import { requestRunner } from "@/lib/jobs/request-runner";
import { stopWork } from "@/lib/jobs/stop-work";
import { startHandOver } from "@/lib/messages/hand-over/local-hand-over";
import { onShutdown } from "@/lib/shutdown";

const START_WITHIN_MS = 5_000;
const STOP_WITHIN_MS = 30_000;

type Stop = () => Promise<void>;

export type ProcessOptions = {
  /** True if the process may end after any response, as on Vercel. */
  isServerless: boolean;
  /** Announces work that this process leaves for later to Inngest. It is called if Inngest wakes the jobs. */
  startInngestWakeUps: () => Promise<void>;
};

/**
 * Starts the work that a serving process does beside its requests, once in each process. A Node server hands over
 * accepted messages and works off waiting rows by itself. If Inngest wakes the jobs, every process announces work
 * that it leaves for later. A Node server then also looks once a minute for work without a wake-up. All of it ends
 * with the process.
 */
export async function startProcess(options: ProcessOptions): Promise<void> {
  const clock = followClock(db);
  const stops: Stop[] = [clock.stop];
  let isStopping = false;
  const end = () => {
    isStopping = true;
    return stopWork(stops);
  };
  // A carrier may take 20 seconds, and its answer must be recorded.
  onShutdown("work", end, STOP_WITHIN_MS);
  // Leases use the database's clock: no lease may begin before that clock has been read.
  const moves = watchMoves();
  stops.push(moves.stop);
  const started = clock.measured.then(async () => {
    // Without this, the process would look for accounts in cells that they have left.
    await moves.looked;
    if (isStopping) return;
    const handOver = options.isServerless ? undefined : startHandOver();
    for (const stop of [handOver, await startJobs(options)]) if (stop) stops.push(stop);
  });
  // A database that is away must not keep the server from starting.
  await Promise.race([started, new Promise((resolve) => setTimeout(resolve, START_WITHIN_MS))]);
}

async function startJobs({ isServerless, startInngestWakeUps }: ProcessOptions): Promise<Stop | undefined> {
  if (isServerless || jobsMode() === "inngest") await warnOfCarriersWithoutServer(db());
  if (jobsMode() === "inngest") {
    await startInngestWakeUps();
    if (!hasJobRunner()) setJobRunner(requestRunner);
    return isServerless || hasLeader() ? undefined : startLocalSweep();
  }
  // One process of a server runs the jobs. The others already have a runner that wakes that one.
  if (hasJobRunner()) return undefined;
  if (!isServerless) return startLocalJobs();
  setJobRunner(requestRunner);
  return undefined;
}

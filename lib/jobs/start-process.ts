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
  /** Whether the process may end with any response, as it may on Vercel. */
  isServerless: boolean;
  /** Announces to Inngest what this process leaves for later. It is called where Inngest wakes. */
  startInngestWakeUps: () => Promise<void>;
};

/**
 * Starts what a process that serves does beside its requests, once for each. A Node server hands over what it accepts
 * and works off by itself what waits in the database. Where Inngest wakes what waits, every process announces what it
 * leaves for later, and a Node server looks once a minute for what nobody has woken. All of it ends with the process.
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
  // Leases are by the database's clock: nobody takes one before it has been read.
  const moves = watchMoves();
  stops.push(moves.stop);
  const started = clock.measured.then(async () => {
    // Nobody is looked for where they are no more.
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
  // Of a server's processes one runs them: in the others it has been said already who is told.
  if (hasJobRunner()) return undefined;
  if (!isServerless) return startLocalJobs();
  setJobRunner(requestRunner);
  return undefined;
}

import { now } from "@/lib/clock";
import { type Database, db } from "@/lib/db/client";
import type { JobName } from "@/lib/db/wake";
import { overAfter, type RanDue, runDue } from "@/lib/jobs/run-due";
import { KIND_OF, type WakeUpKind, wakeInstant } from "@/lib/jobs/wake/inngest-wake";
import type { RunResult } from "@/lib/jobs/wake/worker";
import { nextDispatchAt } from "@/lib/messages/dispatch/next-dispatch";
import { flushCarrierCounter } from "@/lib/messages/networks/carrier-counter";

/** The next wake-up of each kind, as an ISO string. */
export type NextWakeUps = { [kind in WakeUpKind]?: string };

/** The result of working off, and the times at which more work will be due. */
export type WorkedOff = RanDue & { next: NextWakeUps };

const JOBS: Record<WakeUpKind, readonly JobName[]> = {
  dispatch: ["replies", "dispatch", "carrier-reports"],
  webhooks: ["webhooks"],
};

/**
 * Runs the jobs of one kind in turns until nothing is due, or until `budgetMs` are over: no batch begins after that.
 * The operations check each row's own due time, so that an early or repeated run does nothing.
 * @param of the cell of the jobs; home by default.
 */
export async function workOff(kind: WakeUpKind, budgetMs: number, of: Database = db()): Promise<WorkedOff> {
  const next: NextWakeUps = {};
  const announce = (job: JobName, dueAt: Date) => {
    const of = KIND_OF[job];
    if (of) noteEarlier(next, of, wakeInstant(dueAt, now()).toISOString());
  };
  const onRun = async (job: JobName, { more, nextAt, wakes = [] }: RunResult) => {
    for (const other of wakes) if (KIND_OF[other] !== kind) announce(other, now());
    if (!more && nextAt) announce(job, nextAt);
    return wakes.filter((other) => KIND_OF[other] === kind);
  };
  const ran = await runDue(JOBS[kind], overAfter(budgetMs), onRun, of);
  if (kind === "dispatch" && !ran.more) {
    const dueAt = await nextDispatchAt(of);
    if (dueAt) announce("dispatch", dueAt);
  }
  // The process may be frozen from here on.
  await flushCarrierCounter(of);
  return { ...ran, next };
}

/** Keeps the earlier of the noted time and `at`. */
export function noteEarlier(next: NextWakeUps, kind: WakeUpKind, at: string): void {
  const noted = next[kind];
  if (noted === undefined || at < noted) next[kind] = at;
}

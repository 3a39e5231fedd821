import { now } from "@/lib/clock";
import { type Database, db } from "@/lib/db/client";
import type { JobName } from "@/lib/db/wake";
import { overAfter, type RanDue, runDue } from "@/lib/jobs/run-due";
import { KIND_OF, type WakeUpKind, wakeInstant } from "@/lib/jobs/wake/inngest-wake";
import type { RunResult } from "@/lib/jobs/wake/worker";
import { nextDispatchAt } from "@/lib/messages/dispatch/next-dispatch";
import { flushCarrierCounter } from "@/lib/messages/networks/carrier-counter";

/** Instants to wake for, as ISO strings, by what is due then. */
export type NextWakeUps = { [kind in WakeUpKind]?: string };

/** What working off came to, and when more will be due. */
export type WorkedOff = RanDue & { next: NextWakeUps };

const JOBS: Record<WakeUpKind, readonly JobName[]> = {
  dispatch: ["replies", "dispatch", "carrier-reports"],
  webhooks: ["webhooks"],
};

/**
 * Runs the jobs of one kind in turns until nothing is due, or until `budgetMs` are over: no batch is begun after
 * that. The operations look at each row's own due time, so that doing it twice, or too early, does nothing.
 * @param of the cell whose jobs they are: home without it.
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

/** Keeps the earlier of what is noted and `at`. */
export function noteEarlier(next: NextWakeUps, kind: WakeUpKind, at: string): void {
  const noted = next[kind];
  if (noted === undefined || at < noted) next[kind] = at;
}

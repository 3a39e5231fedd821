import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import type { JobName } from "@/lib/db/wake";
import { OPERATIONS } from "@/lib/jobs/operations";
import { KIND_OF, type WakeUpKind, wakeInstant } from "@/lib/jobs/wake/inngest-wake";
import { nextDispatchAt } from "@/lib/messages/dispatch/next-dispatch";

/** Instants to wake for, as ISO strings, by what is due then. */
export type NextWakeUps = { [kind in WakeUpKind]?: string };

/** What working off came to: how many runs it took, whether work is left that is due, and when more will be. */
export type WorkedOff = { runs: number; more: boolean; next: NextWakeUps };

const JOBS: Record<WakeUpKind, readonly JobName[]> = {
  dispatch: ["dispatch", "carrier-reports"],
  webhooks: ["webhooks"],
};

/**
 * Runs the jobs of one kind in turns until nothing is due, or until `budgetMs` are over: no batch is begun after
 * that. The operations look at each row's own due time, so that doing it twice, or too early, does nothing.
 */
export async function workOff(kind: WakeUpKind, budgetMs: number): Promise<WorkedOff> {
  const endsAt = performance.now() + budgetMs;
  const waiting = new Set(JOBS[kind]);
  const next: NextWakeUps = {};
  const announce = (job: JobName, dueAt: Date) => {
    const of = KIND_OF[job];
    if (of) noteEarlier(next, of, wakeInstant(dueAt, now()).toISOString());
  };
  let runs = 0;
  // A job that is added during its turn comes again behind the others.
  for (const job of waiting) {
    if (performance.now() >= endsAt) return { runs, more: true, next };
    waiting.delete(job);
    runs++;
    const { more, nextAt, wakes = [] } = await OPERATIONS[job](now());
    for (const other of wakes) {
      if (KIND_OF[other] === kind) waiting.add(other);
      else announce(other, now());
    }
    if (more) waiting.add(job);
    else if (nextAt) announce(job, nextAt);
  }
  if (kind === "dispatch") {
    const dueAt = await nextDispatchAt(db());
    if (dueAt) announce("dispatch", dueAt);
  }
  return { runs, more: false, next };
}

/** Runs one job until nothing is due, or until `budgetMs` are over: for what no wake-up announces. */
export async function runOff(job: JobName, budgetMs: number): Promise<{ runs: number; more: boolean }> {
  const endsAt = performance.now() + budgetMs;
  let runs = 0;
  let more = true;
  while (more && performance.now() < endsAt) {
    more = (await OPERATIONS[job](now())).more;
    runs++;
  }
  return { runs, more };
}

/** Keeps the earlier of what is noted and `at`. */
export function noteEarlier(next: NextWakeUps, kind: WakeUpKind, at: string): void {
  const noted = next[kind];
  if (noted === undefined || at < noted) next[kind] = at;
}

import type { GetStepTools } from "inngest";
import type { inngest } from "@/inngest/client";
import { dueEvent } from "@/inngest/events";
import { HOME_CELL } from "@/lib/cell-numbers";
import { now } from "@/lib/clock";
import { cellDatabase } from "@/lib/db/cells/cells";
import { type Database, db } from "@/lib/db/client";
import { type WakeUpKind, wakeInstant } from "@/lib/jobs/wake/inngest-wake";
import { type NextWakeUps, noteEarlier, type WorkedOff, workOff } from "@/lib/jobs/work-off";

/** The steps of a run. */
export type Steps = GetStepTools<typeof inngest>;

/** The time for which one step begins batches: well within a platform's limit on a request. */
export const STEP_BUDGET_MS = 5_000;

/** Inngest rounds the rest of a sleep to whole seconds, and may end it half a second early. */
const EARLY_MS = 500;

/** The most rounds of one run, since its steps are limited. The next run continues. */
const ROUNDS = 200;

/**
 * Sleeps until a time, works off the work that is due then in steps of bounded length, and announces the next due
 * time. The announcement is an event: all announcements of a time share an id, and so one run.
 */
export async function workOffWhenDue(
  kind: WakeUpKind,
  { at, cell = HOME_CELL }: { at: string; cell?: number },
  step: Steps,
): Promise<{ runs: number }> {
  const next: NextWakeUps = {};
  let runs = 0;
  let sleeps = true;
  for (let round = 0; round < ROUNDS; round++) {
    if (sleeps) await step.sleepUntil("until due", new Date(Date.parse(at) + EARLY_MS));
    const worked = await step.run("work off", () => workOff(kind, STEP_BUDGET_MS, cellDatabase(db(), cell)));
    runs += worked.runs;
    const own = worked.next[kind];
    // The run was woken too early. Another event for this time would be dropped, since it has this run's id.
    sleeps = own !== undefined && Date.parse(own) <= Date.parse(at);
    if (!sleeps) noteAll(next, worked.next);
    if (!worked.more && !sleeps) break;
  }
  await announce(next, step, cell);
  return { runs };
}

/**
 * Works off due work, within one step of a run that does more than that. If work is left, it is announced as due at
 * once: the run for it goes on until nothing is left. Without that, it would wait for the next minute's sweep.
 */
export async function workOffInStep(kind: WakeUpKind, of: Database): Promise<WorkedOff> {
  const worked = await workOff(kind, STEP_BUDGET_MS, of);
  if (worked.more) noteEarlier(worked.next, kind, wakeInstant(now(), now()).toISOString());
  return worked;
}

/** Sends the wake-ups for work that is due later in a cell, as a step. */
export async function announce(next: NextWakeUps, step: Steps, cell = HOME_CELL): Promise<void> {
  const events = kindsOf(next).map((kind) => dueEvent({ kind, at: new Date(next[kind] as string), cell }));
  if (events.length > 0) await step.sendEvent("announce due work", events);
}

/** Keeps the earliest time of each kind. */
export function noteAll(next: NextWakeUps, more: NextWakeUps): void {
  for (const kind of kindsOf(more)) noteEarlier(next, kind, more[kind] as string);
}

function kindsOf(next: NextWakeUps): WakeUpKind[] {
  return (["dispatch", "webhooks"] as const).filter((kind) => next[kind] !== undefined);
}

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

/** How long one step goes on beginning batches: well within a platform's limit on a request. */
export const STEP_BUDGET_MS = 5_000;

/** Inngest rounds the rest of a sleep to whole seconds, and may end it half a second early. */
const EARLY_MS = 500;

/** The steps of one run are limited. What is left after so many rounds is for the next run. */
const ROUNDS = 200;

/**
 * Sleeps until an instant, works off what is due then in steps of bounded length, and announces what is due
 * next. The announcement is an event: its id makes one run of all announcements of an instant.
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
    // Woken too early all the same. Another event for this instant would be dropped, since it has this run's
    // id.
    sleeps = own !== undefined && Date.parse(own) <= Date.parse(at);
    if (!sleeps) noteAll(next, worked.next);
    if (!worked.more && !sleeps) break;
  }
  await announce(next, step, cell);
  return { runs };
}

/**
 * Works off what is due, within one step of a run that does more than that. What the step leaves is announced as due at once:
 * the run for it goes on until nothing is left, and here it would wait for the next minute's sweep.
 */
export async function workOffInStep(kind: WakeUpKind, of: Database): Promise<WorkedOff> {
  const worked = await workOff(kind, STEP_BUDGET_MS, of);
  if (worked.more) noteEarlier(worked.next, kind, wakeInstant(now(), now()).toISOString());
  return worked;
}

/** Sends the wake-ups for what is due later in a cell, as a step. */
export async function announce(next: NextWakeUps, step: Steps, cell = HOME_CELL): Promise<void> {
  const events = kindsOf(next).map((kind) => dueEvent({ kind, at: new Date(next[kind] as string), cell }));
  if (events.length > 0) await step.sendEvent("announce what is due next", events);
}

/** Keeps the earliest instant of each kind. */
export function noteAll(next: NextWakeUps, more: NextWakeUps): void {
  for (const kind of kindsOf(more)) noteEarlier(next, kind, more[kind] as string);
}

function kindsOf(next: NextWakeUps): WakeUpKind[] {
  return (["dispatch", "webhooks"] as const).filter((kind) => next[kind] !== undefined);
}

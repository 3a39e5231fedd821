import { cron, NonRetriableError } from "inngest";
import { inngest } from "@/inngest/client";
import { cellSweepDue, sweepEvent } from "@/inngest/events";
import { announce, noteAll, STEP_BUDGET_MS, type Steps, workOffInStep } from "@/inngest/work-off-when-due";
import { HOME_CELL } from "@/lib/cell-numbers";
import { now } from "@/lib/clock";
import { cellDatabase, furtherCells } from "@/lib/db/cells/cells";
import { db } from "@/lib/db/client";
import { OPERATIONS } from "@/lib/jobs/operations";
import { overAfter, runDue } from "@/lib/jobs/run-due";
import type { NextWakeUps } from "@/lib/jobs/work-off";

const MINUTE_MS = 60_000;

/**
 * A cell's sweep that begins this late is skipped, because the next minute's sweep follows: earlier sweeps lasted
 * long.
 */
const LATE_MS = 90_000;

/**
 * Works off all overdue work every minute: work whose event was lost, and the payments and emails, which have no
 * event. It also announces again the work that is due next. If the first announcement arrived, this causes no second
 * run. If a step fails, the other steps still run. The failed step is not retried: the next sweep is a minute away,
 * and sweeps that wait for a database would pile up. Each further cell has a run of its own.
 */
export const sweepEveryMinute = inngest.createFunction(
  { id: "sweep", triggers: [cron("* * * * *")], retries: 0 },
  async ({ step }) => {
    const minute = new Date(Math.floor(now().getTime() / MINUTE_MS) * MINUTE_MS);
    const events = [...furtherCells().keys()].map((cell) => sweepEvent(cell, minute));
    const failed: string[] = [];
    if (events.length > 0)
      await step
        .sendEvent("announce the sweeps of the other cells", events)
        .catch(() => failed.push("cells"));
    return sweepCell(HOME_CELL, step, failed);
  },
);

/** Works off all overdue work in a cell that is not home, like the sweep at home. */
export const sweepInCellWhenDue = inngest.createFunction(
  {
    id: "sweep-in-cell",
    triggers: [cellSweepDue],
    retries: 0,
    concurrency: { limit: 1, key: "event.data.cell" },
    idempotency: "event.data.key",
  },
  async ({ event, step }) => {
    const { cell, at } = event.data;
    const isLate = await step.run("look at the time", () => now().getTime() - Date.parse(at) > LATE_MS);
    return isLate ? { runs: 0 } : sweepCell(cell, step, []);
  },
);

/**
 * Sweeps a cell.
 * @param failed the names of steps that failed before.
 */
async function sweepCell(cell: number, step: Steps, failed: string[]): Promise<{ runs: number }> {
  const database = () => cellDatabase(db(), cell);
  const next: NextWakeUps = {};
  let runs = 0;
  const attempt = async (name: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch {
      failed.push(name);
    }
  };
  await attempt("sweep", async () => {
    await step.run("sweep", async () => ({ more: (await OPERATIONS.sweep(now(), database())).more }));
  });
  for (const kind of ["dispatch", "webhooks"] as const) {
    await attempt(kind, async () => {
      const worked = await step.run(kind, () => workOffInStep(kind, database()));
      runs += worked.runs;
      noteAll(next, worked.next);
    });
  }
  for (const job of ["top-ups", "emails"] as const) {
    await attempt(job, async () => {
      const work = () => runDue([job], overAfter(STEP_BUDGET_MS), undefined, database());
      runs += (await step.run(job, work)).runs;
    });
  }
  await announce(next, step, cell);
  if (failed.length > 0) throw new NonRetriableError(`Not swept: ${failed.join(", ")}.`);
  return { runs };
}

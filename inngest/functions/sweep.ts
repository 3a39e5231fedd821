import { cron, NonRetriableError } from "inngest";
import { inngest } from "@/inngest/client";
import { announce, noteAll, STEP_BUDGET_MS } from "@/inngest/work-off-when-due";
import { now } from "@/lib/clock";
import { OPERATIONS } from "@/lib/jobs/operations";
import { overAfter, runDue } from "@/lib/jobs/run-due";
import { type NextWakeUps, workOff } from "@/lib/jobs/work-off";

/**
 * Does all that is overdue, every minute: what a lost event would have done, and the payments and emails, which
 * have no event. It also announces again what is due next, which is no second run where the first announcement
 * arrived. A step that fails does not keep the others from being done. It is not tried again: the next sweep
 * is a minute away, and sweeps that wait for a database would pile up.
 */
export const sweepEveryMinute = inngest.createFunction(
  { id: "sweep", triggers: [cron("* * * * *")], retries: 0 },
  async ({ step }) => {
    const next: NextWakeUps = {};
    const failed: string[] = [];
    let runs = 0;
    const attempt = async (name: string, work: () => Promise<void>) => {
      try {
        await work();
      } catch {
        failed.push(name);
      }
    };
    await attempt("sweep", async () => {
      await step.run("sweep", async () => ({ more: (await OPERATIONS.sweep(now())).more }));
    });
    for (const kind of ["dispatch", "webhooks"] as const) {
      await attempt(kind, async () => {
        const worked = await step.run(kind, () => workOff(kind, STEP_BUDGET_MS));
        runs += worked.runs;
        noteAll(next, worked.next);
      });
    }
    for (const job of ["top-ups", "emails"] as const) {
      await attempt(job, async () => {
        runs += (await step.run(job, () => runDue([job], overAfter(STEP_BUDGET_MS)))).runs;
      });
    }
    await announce(next, step);
    if (failed.length > 0) throw new NonRetriableError(`Not swept: ${failed.join(", ")}.`);
    return { runs };
  },
);

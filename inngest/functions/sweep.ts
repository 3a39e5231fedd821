import { cron, NonRetriableError } from "inngest";
import { inngest } from "@/inngest/client";
import { announce, noteAll, STEP_BUDGET_MS } from "@/inngest/work-off-when-due";
import { now } from "@/lib/clock";
import { OPERATIONS } from "@/lib/jobs/operations";
import { type NextWakeUps, runOff, workOff } from "@/lib/jobs/work-off";

/**
 * Every minute, all that is overdue: what an event would have done, had it not been lost, and the e-mails, which have
 * no event. Announces again what is due next, too, which is no second run where the first announcement arrived.
 *
 * A step that fails does not keep the others from being done, and is not tried again: the next sweep is a minute away,
 * and sweeps that wait for a database would only pile up.
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
    await attempt("emails", async () => {
      runs += (await step.run("emails", () => runOff("emails", STEP_BUDGET_MS))).runs;
    });
    await announce(next, step);
    if (failed.length > 0) throw new NonRetriableError(`Not swept: ${failed.join(", ")}.`);
    return { runs };
  },
);

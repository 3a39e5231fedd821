import { waitUntil } from "@vercel/functions";
import { now } from "@/lib/clock";
import { OPERATIONS } from "@/lib/jobs/operations";
import { type JobName, wake } from "@/lib/jobs/wake";
import { describeError, log } from "@/lib/log";

/**
 * Has a job done once the response is on its way: by this process's workers, or, on a platform that runs requests
 * only, by the request's own process, kept alive with `waitUntil`.
 */
export function runSoon(job: JobName): void {
  if (wake(job)) return;
  waitUntil(drain(job));
}

async function drain(job: JobName): Promise<void> {
  try {
    for (let more = true; more; ) {
      const result = await OPERATIONS[job](now());
      for (const next of result.wakes ?? []) await drain(next);
      more = result.more;
    }
  } catch (error) {
    log().error({ job, err: describeError(error) }, "job failed");
  }
}

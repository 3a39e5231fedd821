import { inngest } from "@/inngest/client";
import { approvalEvent, dueEvent } from "@/inngest/events";
import { startWakeUps } from "@/lib/jobs/wake/inngest-wake";

/** Makes Inngest wake this application for work that is due later. */
export function startInngestWakeUps(): void {
  startWakeUps({
    due: (wakeUp) => inngest.send(dueEvent(wakeUp)),
    approved: (accountId, at) => inngest.send(approvalEvent(accountId, at)),
  });
}

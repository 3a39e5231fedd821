import { dispatchInCellWhenDue, dispatchWhenDue } from "@/inngest/functions/dispatch-due";
import { releaseWhenApproved } from "@/inngest/functions/release-held";
import { sweepEveryMinute, sweepInCellWhenDue } from "@/inngest/functions/sweep";
import { deliverInCellWhenDue, deliverWhenDue } from "@/inngest/functions/webhooks-due";
import { env } from "@/lib/env";

const HOME = [dispatchWhenDue, releaseWhenApproved, deliverWhenDue, sweepEveryMinute];

const OTHERS = [dispatchInCellWhenDue, deliverInCellWhenDue, sweepInCellWhenDue];

/** Returns all functions that Inngest may run, including those of further cells if there are any. */
export function functionsHere() {
  return env().cells === undefined ? HOME : [...HOME, ...OTHERS];
}

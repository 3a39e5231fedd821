import { dispatchWhenDue } from "@/inngest/functions/dispatch-due";
import { releaseWhenApproved } from "@/inngest/functions/release-held";
import { sweepEveryMinute } from "@/inngest/functions/sweep";
import { deliverWhenDue } from "@/inngest/functions/webhooks-due";

/** All functions that Inngest may run. */
export const functions = [dispatchWhenDue, releaseWhenApproved, deliverWhenDue, sweepEveryMinute];

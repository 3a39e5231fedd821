import { inngest } from "@/inngest/client";
import { webhooksDue } from "@/inngest/events";
import { workOffWhenDue } from "@/inngest/work-off-when-due";

/** Delivers all webhook events that are due at an instant, for all accounts in one run. */
export const deliverWhenDue = inngest.createFunction(
  {
    id: "webhooks-due",
    triggers: [webhooksDue],
    retries: 20,
    concurrency: { limit: 1 },
    idempotency: "event.data.at",
  },
  ({ event, step }) => workOffWhenDue("webhooks", event.data.at, step),
);

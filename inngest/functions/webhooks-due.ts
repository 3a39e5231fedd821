import { inngest } from "@/inngest/client";
import { cellWebhooksDue, webhooksDue } from "@/inngest/events";
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
  ({ event, step }) => workOffWhenDue("webhooks", { at: event.data.at }, step),
);

/** Delivers all webhook events that are due at an instant in a cell that is not home. Each cell has runs of its own. */
export const deliverInCellWhenDue = inngest.createFunction(
  {
    id: "webhooks-due-in-cell",
    triggers: [cellWebhooksDue],
    retries: 20,
    concurrency: { limit: 1, key: "event.data.cell" },
    idempotency: "event.data.key",
  },
  ({ event, step }) => workOffWhenDue("webhooks", event.data, step),
);

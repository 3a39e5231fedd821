import { inngest } from "@/inngest/client";
import { cellDispatchDue, dispatchDue } from "@/inngest/events";
import { workOffWhenDue } from "@/inngest/work-off-when-due";

/**
 * Sends messages that are due at a time: those that waited for the end of the night, and repeated attempts with a
 * carrier. One run works off all of them, in order of acceptance.
 */
export const dispatchWhenDue = inngest.createFunction(
  {
    id: "dispatch-due",
    triggers: [dispatchDue],
    retries: 20,
    concurrency: { limit: 1 },
    idempotency: "event.data.at",
  },
  ({ event, step }) => workOffWhenDue("dispatch", { at: event.data.at }, step),
);

/** Sends messages that are due at a time in a cell that is not home. Each cell has runs of its own. */
export const dispatchInCellWhenDue = inngest.createFunction(
  {
    id: "dispatch-due-in-cell",
    triggers: [cellDispatchDue],
    retries: 20,
    concurrency: { limit: 1, key: "event.data.cell" },
    idempotency: "event.data.key",
  },
  ({ event, step }) => workOffWhenDue("dispatch", event.data, step),
);

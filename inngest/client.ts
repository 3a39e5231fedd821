import { Inngest } from "inngest";
import { inngestLogger } from "@/inngest/logger";

/**
 * The connection to Inngest. Which server, and with which keys, Inngest reads from its own variables. Each step is a
 * request of its own, so that a run of many batches is none that outlives a platform's limit.
 */
export const inngest = new Inngest({
  id: "messaging-gateway",
  checkpointing: false,
  logger: inngestLogger,
  internalLogger: inngestLogger,
});

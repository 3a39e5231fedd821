import { Inngest } from "inngest";
import { inngestLogger } from "@/inngest/logger";

/**
 * The connection to Inngest, which reads its server and keys from its own variables. Each step is a request of its
 * own. If all batches were one request, it would exceed the limit of a platform.
 */
export const inngest = new Inngest({
  id: "messaging-gateway",
  checkpointing: false,
  logger: inngestLogger,
  internalLogger: inngestLogger,
});

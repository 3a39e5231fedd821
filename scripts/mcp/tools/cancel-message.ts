import { z } from "zod";
import { cancelMessagesOperation, cancelRecord } from "@/lib/contracts/gateway/cancel";
import { result } from "@/scripts/mcp/base/results";
import { registerTool } from "@/scripts/mcp/base/tool";
import { ToolRefusal } from "@/scripts/mcp/base/tool-refusal";
import { reference } from "@/scripts/mcp/sending/message-request";
import { messageIds } from "@/scripts/mcp/tools/message-status";
import type { Toolbox } from "@/scripts/mcp/tools/toolbox";

const input = z.object({
  message_ids: messageIds.optional(),
  messageId: reference.optional().meta({ description: "A reference instead: all its messages that wait." }),
});

const output = z.object({
  messages: z.array(z.object(cancelRecord.shape)),
  notFound: z.array(z.string()).meta({ description: "IDs that were not found." }),
});

/** Cancels messages that wait, which costs nothing and gives their price back (rules: cancelling). */
export function addCancelMessage(box: Toolbox): void {
  registerTool(box.server, box.log, {
    name: "cancel_message",
    title: "Cancel messages that wait",
    description:
      "Cancels messages that are scheduled, queued for the night or held, by message_ids or by messageId (your reference). Their price is refunded. Messages on their way are left alone. Only cancel what your user asks you to.",
    input,
    output,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    run: async ({ message_ids, messageId }) => {
      if (message_ids === undefined && messageId === undefined)
        throw new ToolRefusal("missing_parameter", "Name the messages by message_ids or by messageId.");
      const asked = message_ids === undefined ? { messageId } : { message_id: message_ids.join(",") };
      const { messages, notFound } = await box.gateway.ask(cancelMessagesOperation, asked, {
        isRepeatable: true,
      });
      return result({ messages, notFound });
    },
  });
}

import { z } from "zod";
import { queryStatusOperation, statusRecord } from "@/lib/contracts/gateway/status-query";
import { DELIVERY_STATUSES } from "@/lib/sms/status";
import { result } from "@/scripts/mcp/base/results";
import { registerTool } from "@/scripts/mcp/base/tool";
import { reference } from "@/scripts/mcp/sending/message-request";
import type { Toolbox } from "@/scripts/mcp/tools/toolbox";

/** The ID of a message. */
export const messageIdOf = z
  .string()
  .regex(/^[\w-]{1,60}$/, "must be the ID of a message")
  .meta({ description: "The ID that send_message or message_status gave." });

/** IDs of messages. */
export const messageIds = z.array(messageIdOf).min(1).max(20);

const { messageId } = queryStatusOperation.request.shape;

const input = z.object({
  message_ids: messageIds
    .optional()
    .meta({ description: "IDs of messages. Without them, the other parameters count." }),
  messageId: reference.optional().meta({ description: messageId.description }),
  to: z
    .string()
    .regex(/^\d{6,15}$/)
    .optional()
    .meta({ description: "Without IDs: this month's messages to this number, such as 64211234567." }),
  status: z.enum(DELIVERY_STATUSES).optional().meta({ description: "Without IDs: only with this status." }),
  limit: z.int().min(1).max(50).default(20),
  page: z.int().min(1).max(10_000).default(1),
});

const output = z.object({
  messages: z.array(z.object(statusRecord.shape)).meta({ description: "Newest first." }),
  notFound: z.array(z.string()).meta({ description: "IDs that were not found." }),
});

/** Adds the tool that reads the status of messages, like the API's own status query (rules: status query). */
export function addMessageStatus(box: Toolbox): void {
  registerTool(box.server, box.log, {
    name: "message_status",
    title: "Look up messages",
    description:
      "Looks up sent messages by message_ids, by messageId (your reference), or lists this month's by number and status; `sendAt` is when a scheduled one goes out. Free. For why one failed, use explain_message.",
    input,
    output,
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: async ({ message_ids, ...asked }) => {
      const parameters = { ...asked, message_id: message_ids?.join(",") };
      const { messages, notFound } = await box.gateway.ask(queryStatusOperation, parameters, {
        isReading: true,
      });
      return result({ messages, notFound });
    },
  });
}

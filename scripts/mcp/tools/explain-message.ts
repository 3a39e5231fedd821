import { z } from "zod";
import { outcomeOf } from "@/lib/contracts/base/delivery-outcomes";
import { queryStatusOperation, statusRecord } from "@/lib/contracts/gateway/status-query";
import { result } from "@/scripts/mcp/base/results";
import { registerTool } from "@/scripts/mcp/base/tool";
import { ToolRefusal } from "@/scripts/mcp/base/tool-refusal";
import { messageIdOf } from "@/scripts/mcp/tools/message-status";
import type { Toolbox } from "@/scripts/mcp/tools/toolbox";

const { message_id, to, status, statusCode, sentTime, sendAt, statusTime, blockedReason } =
  statusRecord.shape;

/** The facts about the message itself. */
const facts = z.object({
  message_id,
  to,
  status,
  statusCode,
  sentTime,
  sendAt,
  statusTime,
  blockedReason,
});

const output = facts.extend({
  title: z.string().meta({ description: "The status in a few words." }),
  cause: z.string().meta({ description: "Why it has this status." }),
  advice: z.string().meta({ description: "The remedy." }),
  mayBeSentAgain: z.boolean().meta({ description: "True if sending it again may help." }),
  more: z.url().meta({ description: "More about this status." }),
});

/**
 * Adds the tool that explains the failure of a message and the remedy, from the table that people read
 * (rules: statuses, report codes).
 */
export function addExplainMessage(box: Toolbox): void {
  registerTool(box.server, box.log, {
    name: "explain_message",
    title: "Explain a message's status",
    description: "Explains the failure or another status of a message: the cause and the remedy. Free.",
    input: z.object({
      message_id: messageIdOf,
    }),
    output,
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: async (asked) => {
      const { messages } = await box.gateway.ask(queryStatusOperation, asked, { isReading: true });
      const [message] = messages;
      if (!message) throw new ToolRefusal("not_found", "Your account has no message with this ID.");
      const outcome = outcomeOf(message.status, message.blockedReason ?? null);
      const { title, cause, advice, isWorthRepeating } = outcome;
      const more = `${box.settings.gatewayUrl}/docs/errors#${outcome.id}`;
      return result({
        ...facts.parse(message),
        title,
        cause,
        advice,
        mayBeSentAgain: isWorthRepeating,
        more,
      });
    },
  });
}

import { z } from "zod";
import { cancelMessagesOperation, cancelRecord } from "@/lib/contracts/gateway/cancel";
import { queryStatusOperation, type StatusRecord, statusRecord } from "@/lib/contracts/gateway/status-query";
import { result } from "@/scripts/mcp/base/results";
import { registerTool } from "@/scripts/mcp/base/tool";
import { ToolRefusal } from "@/scripts/mcp/base/tool-refusal";
import { type Confirmation, Confirmations } from "@/scripts/mcp/confirm/confirmations";
import { askPerson, canAsk, isQuestion } from "@/scripts/mcp/confirm/consent";
import { reference } from "@/scripts/mcp/sending/message-request";
import { messageIds } from "@/scripts/mcp/tools/message-status";
import type { Toolbox } from "@/scripts/mcp/tools/toolbox";

const NAME = "cancel_message";

/** The most messages that a question lists. It counts the rest. */
const MAX_LISTED = 20;

const input = z.object({
  message_ids: messageIds.optional(),
  messageId: reference.optional().meta({
    description: "A reference instead: its newest 100 messages, of which those that wait are cancelled.",
  }),
  confirmation: z.string().max(100).optional().meta({
    description:
      "The value that the first call returned, after the user has said yes. Not needed if the client asks.",
  }),
});

const { message_id, to, status, sendAt } = statusRecord.shape;
const { cancelled, refunded } = cancelRecord.shape;

const output = z.object({
  outcome: z.enum(["confirmation_required", "done"]),
  messages: z
    .array(
      z.object({
        message_id,
        to,
        status,
        sendAt,
        cancelled: cancelled.optional(),
        refunded: refunded.optional(),
      }),
    )
    .meta({
      description: "Before the confirmation: the messages that would be cancelled if they still wait.",
    }),
  notFound: z.array(z.string()).meta({ description: "IDs that were not found." }),
  confirmation: z.string().optional(),
  expiresInSeconds: z.int().optional(),
});

const ASK =
  "Nothing was cancelled. Show your user the messages, and ask. Only after their yes call cancel_message again with the same values and this confirmation.";

/**
 * Adds the tool that cancels waiting messages and refunds their price, after a person's confirmation
 * (rules: cancelling, assistant confirmation).
 */
export function addCancelMessage(box: Toolbox): void {
  const { confirmations } = box;
  registerTool(box.server, box.log, {
    name: NAME,
    title: "Cancel messages that wait",
    description:
      "Cancels messages that are scheduled, queued for the night or held, by message_ids or by messageId (your reference). Their price is refunded. Messages on their way are left alone. A cancelled message is never sent. Never cancel without your user's yes: the first call gives a confirmation, or the client asks the user in a form.",
    input,
    output,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    run: async ({ confirmation: token, ...named }, context) => {
      const { messages: found, notFound } = await findMessages(box, named);
      if (found.length === 0) return result({ outcome: "done", messages: [], notFound });
      const request = { message_ids: found.map((message) => message.message_id) };
      const asked = { tool: NAME, request, priceMicros: 0n };
      if (canAsk(box.server, context)) {
        const question = { ...asked, text: cancelQuestion(found) };
        const confirmed = await askPerson(confirmations, context, asked, async () => question);
        return isQuestion(confirmed) ? confirmed : cancel(box, request.message_ids, notFound, confirmed);
      }
      if (token !== undefined)
        return cancel(box, request.message_ids, notFound, confirmations.use(token, NAME, request));
      const messages = found.map(({ message_id, to, status, sendAt }) => ({
        message_id,
        to,
        status,
        ...(sendAt === undefined ? {} : { sendAt }),
      }));
      const confirmation = confirmations.offer(asked);
      const expiresInSeconds = Confirmations.lifetimeSeconds;
      return result(
        { outcome: "confirmation_required", messages, notFound, confirmation, expiresInSeconds },
        ASK,
      );
    },
  });
}

/**
 * Finds the messages to cancel.
 * @throws ToolRefusal `missing_parameter`.
 */
function findMessages(
  { gateway }: Toolbox,
  { message_ids, messageId }: { message_ids?: string[] | undefined; messageId?: string | undefined },
) {
  if (message_ids === undefined && messageId === undefined)
    throw new ToolRefusal("missing_parameter", "Name the messages by message_ids or by messageId.");
  const asked = message_ids === undefined ? { messageId } : { message_id: message_ids.join(",") };
  return gateway.ask(queryStatusOperation, asked, { isReading: true });
}

function cancelQuestion(messages: readonly StatusRecord[]): string {
  const lines = messages.slice(0, MAX_LISTED).map(({ to, status, sendAt }) => {
    return `To ${to}: ${sendAt === undefined ? status : `to be sent at ${sendAt}, New Zealand time`}`;
  });
  const rest = messages.length - lines.length;
  return [
    messages.length === 1 ? "Cancel this message?" : `Cancel these ${messages.length} messages?`,
    ...lines,
    ...(rest > 0 ? [`And ${rest} more`] : []),
    "A message that waits is never sent then, and its price is refunded. A message on its way is left alone.",
  ].join("\n");
}

/** Cancels exactly the messages that the question showed. */
async function cancel(
  { gateway }: Toolbox,
  ids: readonly string[],
  notFound: string[],
  confirmed: Confirmation,
) {
  try {
    const asked = { message_id: ids.join(",") };
    const answer = await gateway.ask(cancelMessagesOperation, asked, { isRepeatable: true });
    confirmed.end("The messages were cancelled.");
    return result({
      outcome: "done",
      messages: answer.messages,
      notFound: [...notFound, ...answer.notFound],
    });
  } catch (error) {
    confirmed.release();
    throw error;
  }
}

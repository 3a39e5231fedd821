import { createHash } from "node:crypto";
import { z } from "zod";
import { sendOperation } from "@/lib/contracts/gateway/send";
import { toDecimal } from "@/lib/money";
import { GatewayFailure } from "@/scripts/mcp/base/gateway-failure";
import { result } from "@/scripts/mcp/base/results";
import { registerTool } from "@/scripts/mcp/base/tool";
import { ToolRefusal } from "@/scripts/mcp/base/tool-refusal";
import type { Confirmation } from "@/scripts/mcp/confirm/confirmations";
import { askPerson, canAsk, isQuestion } from "@/scripts/mcp/confirm/consent";
import { type MessageRequest, messageRequest } from "@/scripts/mcp/sending/message-request";
import { amount, parametersOf, previewOf, sendQuestion } from "@/scripts/mcp/sending/preview";
import type { Toolbox } from "@/scripts/mcp/tools/toolbox";

const NAME = "send_message";

const input = messageRequest.extend({
  confirmation: z.string().max(100).optional().meta({
    description:
      "The value that preview_message returned for exactly these values, after the user has said yes to it. Not needed if the client asks the user itself.",
  }),
});

const output = z.object({
  messages: z.array(
    z.object({
      to: z.string(),
      message_id: z.string(),
      status: z
        .string()
        .meta({ description: "`accepted`; `queued` until 7am; `held` until a link is approved." }),
      note: z.string().optional(),
    }),
  ),
  invalid: z.array(z.object({ to: z.string(), message: z.string() })),
  messageId: z.string().meta({ description: "The reference, by which message_status finds them." }),
  price: amount.meta({ description: "The billed amount in NZD, GST included." }),
  leftToday: amount.meta({ description: "The rest of the daily limit, in NZD." }),
});

/**
 * Adds the tool that sends a message after a person's confirmation (rules: assistant confirmation, assistant limit).
 */
export function addSendMessage(box: Toolbox): void {
  registerTool(box.server, box.log, {
    name: NAME,
    title: "Send a text message",
    description:
      "Sends a text message to real phones and bills it. Never call it without your user's yes: first call preview_message, show them the recipients, the text and the price, and ask. It needs the confirmation of that preview, or the client asks the user in a form. A message can't be called back.",
    input,
    output,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    run: async ({ confirmation: token, ...request }, context) => {
      const confirmed = canAsk(box.server, context)
        ? await askPerson(box.confirmations, context, { tool: NAME, request }, () => question(box, request))
        : confirmedBy(box, token, request);
      return isQuestion(confirmed) ? confirmed : send(box, request, confirmed);
    },
  });
}

function confirmedBy({ confirmations }: Toolbox, token: string | undefined, request: object): Confirmation {
  if (token !== undefined) return confirmations.use(token, NAME, request);
  throw new ToolRefusal(
    "confirmation_required",
    "Nothing was sent. Call preview_message with the same values, show its result to your user, and ask. After their yes, call send_message with the confirmation that it gave.",
  );
}

async function question(box: Toolbox, request: MessageRequest) {
  const preview = await previewOf(box.gateway, box.limit, request);
  const { priceMicros } = preview;
  const spending = await box.limit.check(priceMicros);
  return { tool: NAME, request, priceMicros, text: sendQuestion(preview, request, spending) };
}

/** Sends once for all attempts with this confirmation. */
async function send(box: Toolbox, request: MessageRequest, confirmed: Confirmation) {
  const { gateway, limit } = box;
  const { idempotencyKey } = confirmed;
  const messageId = request.messageId ?? referenceOf(idempotencyKey);
  const parameters = { ...parametersOf(request, limit), messageId };
  try {
    const sent = await limit.spend(confirmed.priceMicros, async (spending) => {
      const { priceMicros } = await previewOf(gateway, limit, request);
      if (priceMicros > confirmed.priceMicros)
        throw new ToolRefusal("price_changed", "The price is higher now. Preview it again, and ask again.");
      const answer = await gateway.ask(sendOperation, parameters, { idempotencyKey });
      if (answer.status !== "bulk") throw new Error("The response to a list of recipients is not a list.");
      const leftToday = toDecimal(spending.leftMicros - priceMicros);
      return { answer, price: toDecimal(priceMicros), leftToday };
    });
    const { answer, ...money } = sent;
    const messages = answer.messages.flatMap((one) => {
      if (!one.success) return [];
      const note = one.queue_message ?? one.hold_message;
      const { to, message_id, status } = one;
      return [{ to, message_id, status, ...(note === undefined ? {} : { note }) }];
    });
    const invalid = answer.messages.flatMap((one) =>
      one.success ? [] : [{ to: one.to, message: one.message }],
    );
    confirmed.end(`It sent ${messages.map(({ to, message_id }) => `${message_id} to ${to}`).join(", ")}.`);
    return result({ messages, invalid, messageId, ...money });
  } catch (error) {
    if (!(error instanceof GatewayFailure) || error.isUndone) {
      confirmed.release();
      throw error;
    }
    confirmed.leaveUnsure();
    throw new ToolRefusal(
      "outcome_unknown",
      `${error.message} The outcome of the send is not known. Look for the message by message_status with the messageId '${messageId}' before you do anything else. Calling send_message again with exactly the same values never sends it twice.`,
    );
  }
}

/** Returns a reference for a message without one, so that it can be found even if no response arrived. */
function referenceOf(idempotencyKey: string): string {
  return `mcp-${createHash("sha256").update(idempotencyKey).digest("hex").slice(0, 20)}`;
}

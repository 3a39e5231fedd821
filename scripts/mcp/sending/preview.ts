import { z } from "zod";
import { type SendFailure, type SendResponse, sendOperation } from "@/lib/contracts/gateway/send";
import { formatNzMoney, fromDollars, toDecimal } from "@/lib/money";
import { canReceiveSms } from "@/lib/sms/numbers/msisdn";
import { formatNz, parseMoment } from "@/lib/sms/nz-time";
import { ToolRefusal } from "@/scripts/mcp/base/tool-refusal";
import { visible } from "@/scripts/mcp/base/visible";
import type { GatewayClient } from "@/scripts/mcp/gateway/gateway-client";
import type { DailyLimit, Spending } from "@/scripts/mcp/limit/daily-limit";
import type { MessageRequest } from "@/scripts/mcp/sending/message-request";

/** An amount of New Zealand dollars. */
export const amount = z.string().regex(/^\d+\.\d{2,6}$/);

/** The effects of a send, as tools return them. */
export const previewShape = {
  recipients: z
    .array(z.object({ to: z.string(), network: z.string().optional() }))
    .meta({ description: "The recipients." }),
  invalid: z
    .array(z.object({ to: z.string(), message: z.string() }))
    .meta({ description: "Numbers that would not be sent to, nor billed." }),
  from: z.string().meta({ description: "The sender." }),
  text: z.string().meta({ description: "The text exactly as it would be sent." }),
  textChanged: z.boolean().meta({ description: "True if that differs from the given text." }),
  truncated: z.boolean().meta({ description: "True if its end is cut off, since it is too long." }),
  sendAt: z.string().optional().meta({ description: "When it would be sent, NZ time, if not now." }),
  encoding: z.enum(["GSM-7", "UCS-2"]),
  parts: z.int().meta({ description: "Parts per recipient." }),
  price: amount.meta({ description: "The total price in NZD, GST included." }),
  leftToday: amount.meta({ description: "The rest of the daily limit before this, in NZD." }),
};

/** The effects of a send, from the gateway's own sandbox (rules: sandbox). */
export type Preview = {
  messages: SendResponse[];
  first: SendResponse;
  invalid: SendFailure[];
  priceMicros: bigint;
};

/** Returns the parameters for the gateway: the message, with this server's own rate code. */
export function parametersOf(request: MessageRequest, limit: DailyLimit): Record<string, unknown> {
  return { ...request, rateCode: limit.rateCode };
}

/**
 * Previews a message with the gateway's sandbox.
 * @throws ToolRefusal if no recipient is valid, one is named twice, or no phone can have it
 * (rules: impossible numbers).
 */
export async function previewOf(
  gateway: GatewayClient,
  limit: DailyLimit,
  request: MessageRequest,
): Promise<Preview> {
  const parameters = { ...parametersOf(request, limit), sandbox: true };
  const answer = await gateway.ask(sendOperation, parameters, { isReading: true });
  if (answer.status !== "bulk") throw new Error("The response to a list of recipients is not a list.");
  const messages = answer.messages.filter((entry): entry is SendResponse => entry.success);
  const invalid = answer.messages.filter((entry): entry is SendFailure => !entry.success);
  const [first] = messages;
  if (first === undefined)
    throw new ToolRefusal("invalid_recipient", invalid.map(({ message }) => message).join(" "));
  const twice = messages.find(({ to }, place) => messages.findIndex((one) => one.to === to) !== place);
  if (twice)
    throw new ToolRefusal("duplicate_recipient", `${twice.to} is named twice. Name each recipient once.`);
  const unreal = messages.find(({ to }) => !canReceiveSms(to));
  if (unreal)
    throw new ToolRefusal(
      "impossible_number",
      `No mobile phone can have ${unreal.to}: the message would be billed and not sent. Correct the number.`,
    );
  const priceMicros = messages.reduce((sum, one) => sum + fromDollars(one.sandbox_would_charge ?? 0), 0n);
  return { messages, first, invalid, priceMicros };
}

/** Returns a preview in the form of tools. */
export function describePreview({ messages, first, invalid, priceMicros }: Preview, asked: MessageRequest) {
  const text = first.sandbox_message ?? "";
  const at = asked.sendAt === undefined ? null : parseMoment(asked.sendAt);
  return {
    recipients: messages.map(({ to, route }) => ({ to, ...(route === undefined ? {} : { network: route }) })),
    invalid: invalid.map(({ to, message }) => ({ to, message })),
    from: first.from,
    text,
    textChanged: text !== asked.body,
    truncated: first.truncated === true,
    ...(at === null ? {} : { sendAt: formatNz(at) }),
    encoding: first.sandbox_encoding ?? ("GSM-7" as const),
    parts: first.parts,
    price: toDecimal(priceMicros),
  };
}

/** Returns the question to a person before a message is sent: the facts for the decision, the text last. */
export function sendQuestion(preview: Preview, asked: MessageRequest, { leftMicros }: Spending): string {
  const told = describePreview(preview, asked);
  const { recipients, invalid } = told;
  const to = recipients.map((one) => (one.network === undefined ? one.to : `${one.to} (${one.network})`));
  return [
    recipients.length === 1
      ? "Send this text message?"
      : `Send this text message to ${recipients.length} people?`,
    `To: ${to.join(", ")}`,
    `From: ${told.from}`,
    ...(told.sendAt === undefined ? [] : [`When: ${told.sendAt}, New Zealand time`]),
    `Price: ${formatNzMoney(told.price)} including GST, ${told.parts === 1 ? "1 part" : `${told.parts} parts`} each. Left of today's limit: ${formatNzMoney(toDecimal(leftMicros))}`,
    ...(invalid.length > 0 ? [`Not sent to, invalid: ${invalid.map((one) => one.to).join(", ")}`] : []),
    ...(told.truncated ? ["The text is too long: its end is cut off."] : []),
    "Text:",
    visible(told.text),
  ].join("\n");
}

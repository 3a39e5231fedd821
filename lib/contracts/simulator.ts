import { z } from "zod";
import { pagination } from "@/lib/contracts/pagination";
import { limit, message, page, text } from "@/lib/contracts/parameters";

/** The longest text that networks join: 255 parts of 153 characters. */
const LONGEST_BODY = 255 * 153;

/** What a handset of the simulated network sends: `from` its number, `to` a shortcode. */
export const simulatedInboundRequest = z.object({
  from: text(),
  to: text(),
  body: message().refine(
    (value) => value.length <= LONGEST_BODY,
    `must be at most ${LONGEST_BODY} characters long`,
  ),
});

export const simulatedInboundResponse = z.object({ success: z.literal(true), messageId: z.string() });

/** What a handset of the simulated network has received. */
export const handsetRequest = z.object({ msisdn: text(), limit: limit(200, 100), page: page() });

/** `messageId` is the gateway's; `receivedTime` is New Zealand local. */
export const handsetMessage = z.object({
  messageId: z.string(),
  from: z.string(),
  to: z.string(),
  body: z.string(),
  receivedTime: z.string(),
});

export const handsetResponse = z.object({
  status: z.literal("success"),
  messages: z.array(handsetMessage),
  pagination,
});

export type SimulatedInboundRequest = z.output<typeof simulatedInboundRequest>;
export type SimulatedInboundResponse = z.output<typeof simulatedInboundResponse>;
export type HandsetRequest = z.output<typeof handsetRequest>;
export type HandsetResponse = z.output<typeof handsetResponse>;

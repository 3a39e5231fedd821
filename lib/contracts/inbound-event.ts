import { z } from "zod";

/** What a webhook receives for a message from a mobile user (spec 6 "Inbound message"). */
export const inboundEvent = z.object({
  type: z.literal("SMS"),
  messageId: z.string(),
  gatewayMessageId: z.string(),
  from: z.string(),
  to: z.string(),
  body: z.string(),
  /** Unix seconds. */
  timestamp: z.int(),
  encoding: z.string(),
  network: z.string().optional(),
  replyTo: z.string().optional(),
  replyToGatewayId: z.string().optional(),
  replyToCustomerMessageId: z.string().optional(),
});

export type InboundEvent = z.output<typeof inboundEvent>;

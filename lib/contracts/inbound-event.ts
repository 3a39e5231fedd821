import { z } from "zod";

/** The webhook event of a message from a mobile user (rules: inbound event). */
export const inboundEvent = z
  .object({
    type: z.literal("SMS").meta({ description: "Always `SMS` for inbound messages." }),
    messageId: z.string().meta({ description: "The gateway's id of this message." }),
    gatewayMessageId: z.string().meta({ description: "The same as `messageId`." }),
    from: z.string().meta({ description: "The number that sent it.", examples: ["64211234567"] }),
    to: z.string().meta({ description: "The shortcode it was sent to.", examples: ["552"] }),
    body: z.string().meta({ description: "Its text.", examples: ["Yes please"] }),
    timestamp: z.int().meta({ description: "When it came in, in Unix seconds.", examples: [1_795_215_690] }),
    encoding: z.string().meta({ description: "The kind of its text.", examples: ["text/plain"] }),
    network: z.string().meta({
      description: "The sender’s network, or `Unknown`.",
      examples: ["One NZ"],
    }),
    replyTo: z.string().optional().meta({ description: "The ID of the message this replies to." }),
    replyToGatewayId: z.string().optional().meta({ description: "The same as `replyTo`." }),
    replyToCustomerMessageId: z
      .string()
      .optional()
      .meta({
        description: "Your `messageId` of the message this replies to.",
        examples: ["order-1001"],
      }),
  })
  .meta({ id: "InboundEvent", description: "A message from a mobile user." });

export type InboundEvent = z.output<typeof inboundEvent>;

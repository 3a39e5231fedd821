import { z } from "zod";
import { DELIVERY_STATUSES } from "@/lib/sms/status";

/** The webhook event of a delivery report (rules: report event). `timestamp` is in Unix seconds. */
export const reportEvent = z
  .object({
    type: z.literal("dlr").meta({ description: "Always `dlr` for delivery reports." }),
    messageId: z.uuid().meta({ description: "Our ID for the message." }),
    gatewayMessageId: z.uuid().meta({ description: "The same as `messageId`." }),
    status: z.enum(DELIVERY_STATUSES).meta({ description: "What became of it." }),
    statusCode: z.int().meta({
      description:
        "1 delivered, 2 and 16 undeliverable, 4 expired or queued, 8 accepted by the network, -1 blocked before it.",
      examples: [1],
    }),
    timestamp: z.int().meta({ description: "When that was, in Unix seconds.", examples: [1_795_215_602] }),
    details: z
      .object({
        smsc: z
          .string()
          .meta({ description: "The message centre that reported it.", examples: ["simulator"] }),
        smscid: z.string().meta({ description: "Its own id of the message." }),
      })
      .meta({ description: "Where the report comes from." }),
    customerMessageId: z
      .string()
      .optional()
      .meta({
        description: "Your `messageId`, if you set one.",
        examples: ["order-1001"],
      }),
    blockedReason: z.enum(["unsubscribed", "invalid_number"]).optional().meta({
      description: "Why it was blocked; with `BLOCKED` alone.",
    }),
  })
  .meta({ id: "DeliveryReportEvent", description: "The status of a message." });

export type ReportEvent = z.output<typeof reportEvent>;

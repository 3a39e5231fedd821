import { z } from "zod";
import { DELIVERY_STATUSES } from "@/lib/sms/status";

/** Delivery report event (spec 6, `type` `dlr`); `timestamp` in Unix seconds. */
export const reportEvent = z.object({
  type: z.literal("dlr"),
  messageId: z.uuid(),
  gatewayMessageId: z.uuid(),
  status: z.enum(DELIVERY_STATUSES),
  statusCode: z.int(),
  timestamp: z.int(),
  details: z.object({ smsc: z.string(), smscid: z.string() }),
  customerMessageId: z.string().optional(),
  blockedReason: z.enum(["unsubscribed", "invalid_number"]).optional(),
});

export type ReportEvent = z.output<typeof reportEvent>;

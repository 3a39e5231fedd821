import { z } from "zod";
import { label, limit, oneOf, page, text } from "@/lib/contracts/parameters";
import { MESSAGE_ID_LENGTH } from "@/lib/contracts/send";
import { DELIVERY_STATUSES } from "@/lib/sms/status";

/** Most ids one query may name, and most matches of one customer id (spec 8). */
export const STATUS_QUERY_IDS = 100;

/** Status query (spec 4.6): `message_id`, else `messageId`, else the list of the current month. */
export const statusQueryRequest = z.object({
  message_id: text().optional(),
  messageId: label(MESSAGE_ID_LENGTH).optional(),
  to: text().optional(),
  status: oneOf(DELIVERY_STATUSES).optional(),
  start_date: text().optional(),
  end_date: text().optional(),
  limit: limit(100, 50),
  page: page(),
});

/** Delivery status record (spec 2); times are New Zealand local. */
export const statusRecord = z.object({
  message_id: z.string(),
  to: z.string(),
  from: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  statusCode: z.int().nullable(),
  sentTime: z.string(),
  statusTime: z.string().optional(),
  customerMessageId: z.string().optional(),
  rateCode: z.string().optional(),
  blockedReason: z.enum(["unsubscribed", "invalid_number"]).optional(),
});

export const statusQueryResponse = z.object({
  status: z.literal("success"),
  messages: z.array(statusRecord),
  notFound: z.array(z.string()),
});

export type StatusQueryRequest = z.output<typeof statusQueryRequest>;
export type StatusRecord = z.output<typeof statusRecord>;
export type StatusQueryResponse = z.output<typeof statusQueryResponse>;

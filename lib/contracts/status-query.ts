import { z } from "zod";
import { operation } from "@/lib/contracts/operation";
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

/** Spec 4.6. */
export const queryStatusOperation = operation({
  id: "queryStatus",
  method: "POST",
  path: "/gateway/sms/status/query",
  tag: "Queries",
  summary: "Ask what became of messages",
  description:
    "By `message_id` (up to 100 gateway ids, separated by commas), else by your own `messageId` (up to 100 matches, newest first), else the list of the current month with its filters. Dates are New Zealand local and inclusive. `PENDING` has no report yet; its `statusCode` is null.",
  callers: "account",
  request: statusQueryRequest,
  response: statusQueryResponse,
  errors: [],
  examples: [
    {
      summary: "One message",
      request: { message_id: "01a1fc1e-7827-71fa-b114-9c303160f115" },
      response: {
        status: "success",
        messages: [
          {
            message_id: "01a1fc1e-7827-71fa-b114-9c303160f115",
            to: "64211234567",
            from: "552",
            status: "DELIVRD",
            statusCode: 1,
            sentTime: "2026-11-21 12:00:00",
            statusTime: "2026-11-21 12:00:02",
            customerMessageId: "order-1001",
          },
        ],
        notFound: [],
      },
    },
  ],
});

import { z } from "zod";
import { nzTime, shownDate } from "@/lib/contracts/base/nz-date-time";
import { operation } from "@/lib/contracts/base/operation";
import { label, limit, oneOf, page, text } from "@/lib/contracts/base/parameters";
import { MESSAGE_ID_LENGTH } from "@/lib/contracts/base/values";
import { DELIVERY_STATUSES } from "@/lib/sms/status";

/** The most ids in one query, and the most matches of one customer id (rules: status query). */
export const STATUS_QUERY_IDS = 100;

/** The request of a status query: `message_id`, or else `messageId`, or else the list of the current month. */
export const statusQueryRequest = z
  .object({
    message_id: text()
      .optional()
      .meta({
        description: `Gateway IDs, separated by commas, at most ${STATUS_QUERY_IDS}. Overrides the other parameters.`,
        examples: ["01a1fc1e-7827-71fa-b114-9c303160f115"],
      }),
    messageId: label(MESSAGE_ID_LENGTH)
      .optional()
      .meta({
        description: `Your reference, at most ${STATUS_QUERY_IDS} matches, newest first.`,
        examples: ["order-1001"],
      }),
    to: text()
      .optional()
      .meta({ description: "List: only to this number.", examples: ["64211234567"] }),
    status: oneOf(DELIVERY_STATUSES).optional().meta({ description: "List: only with this status." }),
    start_date: text()
      .optional()
      .meta({ ...shownDate("start"), description: "List: from this moment of the current month on." }),
    end_date: text()
      .optional()
      .meta({ ...shownDate("end"), description: "List: up to this moment of the current month, inclusive." }),
    limit: limit(100, 50),
    page: page(),
  })
  .meta({ id: "StatusQueryRequest", description: "Which messages to ask about." });

/** A record of a delivery status. Times are New Zealand local. */
export const statusRecord = z
  .object({
    message_id: z.string().meta({ description: "The gateway's id of the message." }),
    to: z.string().meta({ description: "The recipient.", examples: ["64211234567"] }),
    from: z.string().meta({ description: "The sender.", examples: ["552"] }),
    status: z.enum(DELIVERY_STATUSES).meta({ description: "What became of it." }),
    statusCode: z
      .int()
      .nullable()
      .meta({
        description: "The code of the latest report, or null.",
        examples: [1],
      }),
    sentTime: nzTime("When it was accepted."),
    statusTime: nzTime("When it got this status.").optional(),
    sendAt: nzTime("When it is sent, or was to be sent, if you scheduled it.").optional(),
    customerMessageId: z
      .string()
      .optional()
      .meta({
        description: "Your `messageId`, if you set one.",
        examples: ["order-1001"],
      }),
    rateCode: z
      .string()
      .optional()
      .meta({ description: "Your tag, where the send had one.", examples: ["shop"] }),
    blockedReason: z.enum(["unsubscribed", "invalid_number"]).optional().meta({
      description: "Why it was blocked; with `BLOCKED` alone.",
    }),
  })
  .meta({ id: "DeliveryStatus", description: "The status of a message." });

export const statusQueryResponse = z
  .object({
    status: z.literal("success"),
    messages: z.array(statusRecord).meta({ description: "Newest first." }),
    notFound: z.array(z.string()).meta({ description: "The requested IDs that were not found." }),
  })
  .meta({ id: "StatusQueryResponse", description: "The status of messages." });

export type StatusQueryRequest = z.output<typeof statusQueryRequest>;
export type StatusRecord = z.output<typeof statusRecord>;
export type StatusQueryResponse = z.output<typeof statusQueryResponse>;

/** Returns the delivery statuses of messages. */
export const queryStatusOperation = operation({
  id: "queryStatus",
  method: "POST",
  path: "/gateway/sms/status/query",
  tag: "Queries",
  summary: "Get the status of messages",
  description:
    "Returns the messages of `message_id` (up to 100 gateway IDs, separated by commas), else of your own `messageId` (up to 100 matches, newest first). Without an ID, it returns a filtered list of the current month. Dates are NZ time and inclusive. `PENDING` means no report so far; its `statusCode` is null.",
  callers: "account",
  request: statusQueryRequest,
  logged: {
    message_id: "value",
    messageId: "value",
    to: "recipients",
    status: "word",
    start_date: "value",
    end_date: "value",
    limit: "word",
    page: "word",
  },
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
            rateCode: "shop",
          },
        ],
        notFound: [],
      },
    },
  ],
});

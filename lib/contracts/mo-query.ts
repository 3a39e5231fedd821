import { z } from "zod";
import { nzDateTime } from "@/lib/contracts/nz-date-time";
import { operation } from "@/lib/contracts/operation";
import { pagination } from "@/lib/contracts/pagination";
import { integer, limit, page, text } from "@/lib/contracts/parameters";

/** Inbound query (spec 4.11). Both dates are inclusive. */
export const moQueryRequest = z
  .object({
    from: text().optional(),
    to: text().optional(),
    callback_status: integer(100, 599).optional(),
    start_date: nzDateTime("start").optional(),
    end_date: nzDateTime("end").optional(),
    limit: limit(200, 100),
    page: page(),
  })
  .refine(
    ({ start_date, end_date }) =>
      start_date === undefined || end_date === undefined || start_date <= end_date,
    { path: ["start_date"], error: "must not be after 'end_date'" },
  );

/** Inbound message record (spec 2); `receivedTime` is New Zealand local, `timestamp` Unix seconds. */
export const moRecord = z.object({
  messageId: z.string(),
  from: z.string(),
  to: z.string(),
  body: z.string(),
  receivedTime: z.string(),
  timestamp: z.int(),
  relatedMessageId: z.string().optional(),
  callbackUrl: z.string().optional(),
  callbackStatus: z.int().optional(),
  callbackResponse: z.string().optional(),
});

export const moQueryResponse = z.object({
  status: z.literal("success"),
  messages: z.array(moRecord),
  pagination,
  filters: z.object({
    from: z.string().nullable(),
    to: z.string().nullable(),
    callback_status: z.int().nullable(),
    start_date: z.string().nullable(),
    end_date: z.string().nullable(),
  }),
});

export type MoQueryRequest = z.output<typeof moQueryRequest>;
export type MoRecord = z.output<typeof moRecord>;
export type MoQueryResponse = z.output<typeof moQueryResponse>;

/** Spec 4.11. */
export const queryInboundOperation = operation({
  id: "queryInbound",
  method: "POST",
  path: "/gateway/mo/query",
  tag: "Queries",
  summary: "List messages in",
  description:
    "What mobile users sent to the account, newest first, with what the webhook answered. `callback_status` finds the deliveries that your receiver answered with that HTTP status.",
  callers: "account",
  request: moQueryRequest,
  response: moQueryResponse,
  errors: [],
  examples: [
    {
      summary: "Replies from one number",
      request: { from: "64211234567" },
      response: {
        status: "success",
        messages: [
          {
            messageId: "01a1fc20-11aa-7b52-8e2b-0d6f3c6a7f10",
            from: "64211234567",
            to: "552",
            body: "Yes please",
            receivedTime: "2026-11-21 12:01:30",
            timestamp: 1_795_215_690,
            relatedMessageId: "01a1fc1e-7827-71fa-b114-9c303160f115",
            callbackUrl: "https://example.co.nz/sms-events",
            callbackStatus: 200,
            callbackResponse: "ok",
          },
        ],
        pagination: {
          page: 1,
          limit: 100,
          totalRecords: 1,
          totalPages: 1,
          hasNextPage: false,
          hasPreviousPage: false,
        },
        filters: {
          from: "64211234567",
          to: null,
          callback_status: null,
          start_date: null,
          end_date: null,
        },
      },
    },
  ],
});

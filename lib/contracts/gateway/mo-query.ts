import { z } from "zod";
import { nzDateTime, nzTime } from "@/lib/contracts/base/nz-date-time";
import { operation } from "@/lib/contracts/base/operation";
import { paginate, pagination } from "@/lib/contracts/base/pagination";
import { integer, limit, page, text } from "@/lib/contracts/base/parameters";

/** The request of an inbound query (rules: inbound query). Both dates are inclusive. */
export const moQueryRequest = z
  .object({
    from: text()
      .optional()
      .meta({ description: "Only from this number.", examples: ["64211234567"] }),
    to: text()
      .optional()
      .meta({ description: "Only to this shortcode.", examples: ["552"] }),
    callback_status: integer(100, 599)
      .optional()
      .meta({
        description: "Only messages whose webhook got this HTTP status.",
        examples: [500],
      }),
    start_date: nzDateTime("start").optional(),
    end_date: nzDateTime("end").optional(),
    limit: limit(200, 100),
    page: page(),
  })
  .refine(
    ({ start_date, end_date }) =>
      start_date === undefined || end_date === undefined || start_date <= end_date,
    { path: ["start_date"], error: "must not be after 'end_date'" },
  )
  .meta({ id: "InboundQueryRequest", description: "Which messages in to list." });

/** A record of an inbound message. `receivedTime` is New Zealand local, `timestamp` Unix seconds. */
export const moRecord = z
  .object({
    messageId: z.string().meta({ description: "The gateway's id of this message." }),
    from: z.string().meta({ description: "The number that sent it.", examples: ["64211234567"] }),
    to: z.string().meta({ description: "The shortcode it was sent to.", examples: ["552"] }),
    body: z.string().meta({ description: "Its text.", examples: ["Yes please"] }),
    receivedTime: nzTime("When it came in."),
    timestamp: z.int().meta({ description: "When it came in, in Unix seconds.", examples: [1_795_215_690] }),
    relatedMessageId: z.string().optional().meta({
      description: "The ID of the message this replies to.",
    }),
    callbackUrl: z.string().optional().meta({ description: "The webhook that was called for it." }),
    callbackStatus: z
      .int()
      .optional()
      .meta({
        description: "The HTTP status of your webhook’s response.",
        examples: [200],
      }),
    callbackResponse: z
      .string()
      .optional()
      .meta({
        description: "The start of your webhook’s response.",
        examples: ["ok"],
      }),
  })
  .meta({ id: "InboundMessage", description: "A message from a mobile user." });

export const moQueryResponse = z
  .object({
    status: z.literal("success"),
    messages: z.array(moRecord).meta({ description: "Newest first." }),
    pagination,
    filters: z
      .object({
        from: z.string().nullable().meta({ description: "The number asked for." }),
        to: z.string().nullable().meta({ description: "The shortcode asked for." }),
        callback_status: z.int().nullable().meta({ description: "The HTTP status asked for." }),
        start_date: z.string().nullable().meta({ description: "The start, with its time." }),
        end_date: z.string().nullable().meta({ description: "The end, with its time." }),
      })
      .meta({ description: "The filters used, or null." }),
  })
  .meta({ id: "InboundQueryResponse", description: "A page of messages in." });

export type MoQueryRequest = z.output<typeof moQueryRequest>;
export type MoRecord = z.output<typeof moRecord>;
export type MoQueryResponse = z.output<typeof moQueryResponse>;

/** Lists incoming messages. */
export const queryInboundOperation = operation({
  id: "queryInbound",
  method: "POST",
  path: "/gateway/mo/query",
  tag: "Queries",
  summary: "List messages in",
  description:
    "Inbound messages, newest first, with your webhook’s response. Use `callback_status` to find deliveries with that HTTP status.",
  callers: "account",
  request: moQueryRequest,
  logged: {
    from: "recipients",
    to: "word",
    callback_status: "word",
    start_date: "value",
    end_date: "value",
    limit: "word",
    page: "word",
  },
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
        pagination: paginate({ page: 1, limit: 100 }, 1),
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

import { z } from "zod";
import { nzDateTime } from "@/lib/contracts/nz-date-time";
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

import { z } from "zod";
import { nzDateTime, nzTime } from "@/lib/contracts/base/nz-date-time";
import { operation } from "@/lib/contracts/base/operation";
import { paginate, pagination } from "@/lib/contracts/base/pagination";
import { integer, label, limit, page, shownAs } from "@/lib/contracts/base/parameters";
import { RATE_CODE_LENGTH } from "@/lib/contracts/base/values";
import { formatNz, parseNzMonth } from "@/lib/sms/nz-time";

/** The longest period of one query, in days of 24 hours of the New Zealand calendar (rules: billing query). */
export const BILLING_DAYS = 366;

/** The rate code in reports of sends without one (rules: rate codes). */
export const UNTAGGED = "untagged";

const DAY_MS = 86_400_000;
const SUFFIX_LENGTH = "-APPT".length;

/**
 * Creates the schema of a New Zealand month. Other text becomes null, which is an error only if the request has no
 * range.
 */
function nzMonthParameter() {
  return z.unknown().transform((value) => (typeof value === "string" ? parseNzMonth(value) : null));
}

/** Returns the milliseconds on the calendar between two moments, in whole seconds. Clock changes do not count. */
function calendarMs(from: Date, until: Date): number {
  return Date.parse(`${formatNz(until)}Z`) - Date.parse(`${formatNz(from)}Z`);
}

/** The request of a billing query. Both dates are inclusive. */
export const billingQueryRequest = z
  .object({
    month: nzMonthParameter()
      .optional()
      .meta({
        ...shownAs({ type: "string", pattern: "^\\d{4}-\\d{2}$" }),
        description: "A calendar month. Default: the current one. Ignored with a date range.",
        examples: ["2026-11"],
      }),
    start_date: nzDateTime("start").optional(),
    end_date: nzDateTime("end").optional(),
    rateCode: label(RATE_CODE_LENGTH + SUFFIX_LENGTH)
      .optional()
      .meta({
        description:
          "Only this tag and its `-OTP` and `-APPT` variants. `untagged` selects sends without one.",
        examples: ["shop"],
      }),
    detail: integer(0, 1).default(0).meta({ description: "0: totals. 1: billed transactions, in pages." }),
    limit: limit(500, 100),
    page: page(),
  })
  .superRefine(({ month, start_date: start, end_date: end }, context) => {
    const wrong = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if (start === undefined && end === undefined) {
      if (month === null) wrong("month", "must be a month that exists, as YYYY-MM");
    } else if (end === undefined) wrong("start_date", "must be given together with 'end_date'");
    else if (start === undefined) wrong("end_date", "must be given together with 'start_date'");
    else if (start > end) wrong("start_date", "must not be after 'end_date'");
    else if (calendarMs(start, end) > BILLING_DAYS * DAY_MS)
      wrong("end_date", `must be at most ${BILLING_DAYS} days after 'start_date'`);
  })
  .meta({ id: "BillingQueryRequest", description: "Which period, and how much of it." });

const sendType = z.enum(["sms", "otp", "appointment"]).meta({ description: "The kind of send." });

/** A cost, in NZD. */
const money = {
  amount: z.number().meta({ description: "New Zealand dollars excluding GST.", examples: [0.16] }),
  gst: z.number().meta({ description: "GST on it; 0 for accounts outside New Zealand.", examples: [0.024] }),
  totalInclGst: z.number().meta({ description: "The two together.", examples: [0.184] }),
};
const sums = {
  messages: z.int().meta({ description: "Messages billed.", examples: [2] }),
  segments: z.int().meta({ description: "Parts billed.", examples: [2] }),
  ...money,
};

/** A row of a billing summary. */
export const billingRow = z
  .object({
    rateCode: z
      .string()
      .meta({ description: "The tag, or `untagged`, `OTP` or `APPT`.", examples: ["shop-OTP"] }),
    sendType,
    baseRateCode: z
      .string()
      .optional()
      .meta({ description: "The tag as it was given.", examples: ["shop"] }),
    ...sums,
  })
  .meta({ id: "BillingRow", description: "The totals of one tag and send type." });

/** The complete dates of the query: those of the month if the request had no range. */
const filters = z
  .object({
    rateCode: z.string().nullable().meta({ description: "The tag asked for." }),
    start_date: nzTime("The start."),
    end_date: nzTime("The end, inclusive."),
  })
  .meta({ description: "The complete query." });

export const billingSummaryResponse = z
  .object({
    status: z.literal("success"),
    mode: z.literal("summary").meta({ description: "Always `summary`: totals, without `detail`." }),
    rateCodes: z.array(billingRow).meta({ description: "One row for each tag and send type." }),
    rateCodesOmitted: z.int().optional().meta({
      description: "Rows left out of the list. `totals` includes them.",
    }),
    totals: z.object(sums).meta({ description: "All rows together." }),
    filters,
  })
  .meta({ id: "BillingSummary", description: "The costs of messages." });

/** A billed transaction (rules: billing detail). `billedAt` is New Zealand local. */
export const billedTransaction = z
  .object({
    transactionId: z.string().meta({ description: "Names this deduction." }),
    messageId: z.string().meta({ description: "The gateway's id of the message." }),
    customerMessageId: z
      .string()
      .nullable()
      .meta({ description: "Your `messageId`, if you set one and the message is still stored." }),
    to: z
      .string()
      .nullable()
      .meta({
        description: "The recipient, or null once the message is deleted.",
        examples: ["64211234567"],
      }),
    sendType,
    rateCode: z
      .string()
      .meta({ description: "The tag, or `untagged`, `OTP` or `APPT`.", examples: ["shop-OTP"] }),
    segments: z.int().meta({ description: "Parts billed.", examples: [1] }),
    ...money,
    billedAt: nzTime("When it was billed."),
  })
  .meta({ id: "BilledTransaction", description: "The cost of one message." });

export const billingDetailResponse = z
  .object({
    status: z.literal("success"),
    mode: z
      .literal("detail")
      .meta({ description: "Always `detail`: these are transactions, with `detail=1`." }),
    transactions: z.array(billedTransaction).meta({ description: "Newest first." }),
    pagination,
    filters,
  })
  .meta({ id: "BillingDetail", description: "A page of billed transactions." });

export type BillingQueryRequest = z.output<typeof billingQueryRequest>;
export type BillingRow = z.output<typeof billingRow>;
export type BillingFilters = z.output<typeof filters>;
export type BillingSummaryResponse = z.output<typeof billingSummaryResponse>;
export type BilledTransaction = z.output<typeof billedTransaction>;
export type BillingDetailResponse = z.output<typeof billingDetailResponse>;

const NOVEMBER = { start_date: "2026-11-01 00:00:00", end_date: "2026-11-30 23:59:59" };

/** Sums up the costs of messages, or lists billed transactions. */
export const queryBillingOperation = operation({
  id: "queryBilling",
  method: "POST",
  path: "/gateway/billing/query",
  tag: "Queries",
  summary: "Get billing totals or transactions",
  description:
    "Totals by rate code and send type, for a `month` (default: the current one) or from `start_date` to `end_date`, both NZ time and inclusive, at most 366 days. A rate code matches its `-OTP` and `-APPT` variants too; `untagged` selects sends without one. With `detail=1`, the billed transactions themselves, newest first, in pages. Details start in August 2026. Top-ups, adjustments, number lookups and refunds are never reported. The list has up to 10,000 rows, in the order of the rate codes. `rateCodesOmitted` is the number left out; `totals` always includes all.",
  callers: "account",
  request: billingQueryRequest,
  logged: {
    month: "word",
    start_date: "value",
    end_date: "value",
    rateCode: "value",
    detail: "word",
    limit: "word",
    page: "word",
  },
  response: z.discriminatedUnion("mode", [billingSummaryResponse, billingDetailResponse]),
  errors: [],
  examples: [
    {
      summary: "What a month cost",
      request: { month: "2026-11" },
      response: {
        status: "success",
        mode: "summary",
        rateCodes: [
          {
            rateCode: "shop-OTP",
            sendType: "otp",
            baseRateCode: "shop",
            messages: 2,
            segments: 2,
            amount: 0.16,
            gst: 0.024,
            totalInclGst: 0.184,
          },
          {
            rateCode: "untagged",
            sendType: "sms",
            messages: 1,
            segments: 3,
            amount: 0.3,
            gst: 0.045,
            totalInclGst: 0.345,
          },
        ],
        totals: { messages: 3, segments: 5, amount: 0.46, gst: 0.069, totalInclGst: 0.529 },
        filters: { rateCode: null, ...NOVEMBER },
      },
    },
    {
      summary: "Each billed message of a rate code",
      request: { month: "2026-11", rateCode: "shop", detail: 1, limit: 1 },
      response: {
        status: "success",
        mode: "detail",
        transactions: [
          {
            transactionId: "01a1fc1e-7827-71fa-b114-a0cf0c9a7e42",
            messageId: "01a1fc1e-7827-71fa-b114-9c303160f115",
            customerMessageId: null,
            to: "64211234567",
            sendType: "otp",
            rateCode: "shop-OTP",
            segments: 1,
            amount: 0.08,
            gst: 0.012,
            totalInclGst: 0.092,
            billedAt: "2026-11-21 12:00:00",
          },
        ],
        pagination: paginate({ page: 1, limit: 1 }, 2),
        filters: { rateCode: "shop", ...NOVEMBER },
      },
    },
  ],
});

import { z } from "zod";
import { pagination } from "@/lib/contracts/base/pagination";
import { limit, oneOf, page, text } from "@/lib/contracts/base/parameters";
import { BILLING, BILLING_READERS_AND_VIEWERS } from "@/lib/contracts/base/roles";
import { ALERT_KINDS, LEDGER_KINDS } from "@/lib/contracts/base/values";
import { done } from "@/lib/contracts/members/account";
import { counted, neighbours, orderedKeyset } from "@/lib/contracts/members/cursor";
import { memberOperation } from "@/lib/contracts/members/operation";
import { parseNzMonth } from "@/lib/sms/nz-time";

// Amounts are decimal texts of dollars. Times are New Zealand local. Months are its calendar's, as `YYYY-MM`.

/** The number of months in the chart, the current one included. */
export const USAGE_MONTHS = 12;

const month = text().refine((value) => parseNzMonth(value) !== null, "must be a month, as YYYY-MM");

/** Returns the balance, and the ways to add money. */
export const readBilling = memberOperation({
  method: "GET",
  path: "/api/members/billing",
  roles: BILLING_READERS_AND_VIEWERS,
  request: z.object({}),
  response: z.object({
    /** The account's number in the words of its pages. */
    accountId: z.int(),
    balance: z.string(),
    /** The debt of card payments that were taken back, which the next deposit pays first; null without one. */
    owed: z.string().nullable(),
    /** True if GST is added to prices. */
    hasGst: z.boolean(),
    /** True if GST applies only because a country other than New Zealand is not confirmed yet. */
    isCountryAwaited: z.boolean(),
    /** The month in which the account was created. There are no earlier statements. */
    firstMonth: z.string(),
    thisMonth: z.string(),
    topUpInstructions: z.string(),
  }),
});

/** An amount that triggers an email. */
export const alertRecord = z.object({
  id: z.string(),
  /** `balance`: below this balance. `day` and `month`: above these charges in that period. */
  kind: z.enum(ALERT_KINDS),
  amount: z.string(),
  /**
   * The time of its last email; null if there was none, or the balance rose again, so that the next crossing sends
   * one.
   */
  sentAt: z.string().nullable(),
  /** True if it waits for a higher balance, or for the next day or month, before another email. */
  isSent: z.boolean(),
});

/** Lists the alerts of an account: balances from the highest, charges from the lowest. */
export const listAlerts = memberOperation({
  method: "GET",
  path: "/api/members/billing/alerts",
  roles: BILLING_READERS_AND_VIEWERS,
  request: z.object({}),
  response: z.object({ alerts: z.array(alertRecord) }),
});

const alertAmount = text()
  .regex(/^\d{1,6}(\.\d{1,2})?$/, "must be an amount of dollars such as 20 or 20.50")
  .refine((value) => Number(value) > 0, "must be more than 0");

/** Adds an alert. */
export const addAlertOperation = memberOperation({
  method: "POST",
  path: "/api/members/billing/alerts",
  roles: BILLING,
  request: z.object({ kind: oneOf(ALERT_KINDS), amount: alertAmount }),
  response: done,
});

/** Changes the amount of an alert. An email for the old amount does not count for the new one. */
export const changeAlertOperation = memberOperation({
  method: "POST",
  path: "/api/members/billing/alerts/change",
  roles: BILLING,
  request: z.object({ id: text(), amount: alertAmount }),
  response: done,
});

/** Removes an alert. */
export const removeAlertOperation = memberOperation({
  method: "POST",
  path: "/api/members/billing/alerts/remove",
  roles: BILLING,
  request: z.object({ id: text() }),
  response: done,
});

/** A change of the balance. `amount` is signed and includes GST. */
export const ledgerEntry = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(LEDGER_KINDS),
  amount: z.string(),
  gst: z.string(),
  /** The id, the recipient and the billing of a message. */
  messageId: z.string().nullable(),
  to: z.string().nullable(),
  rateCode: z.string().nullable(),
  segments: z.int().nullable(),
  note: z.string().nullable(),
});

const ledgerFilters = { kind: oneOf(LEDGER_KINDS).optional(), month: month.optional() };

/** Lists the changes of the balance, newest first. */
export const listLedger = memberOperation({
  method: "GET",
  path: "/api/members/billing/ledger",
  roles: BILLING_READERS_AND_VIEWERS,
  request: z.object({ ...ledgerFilters, ...orderedKeyset, limit: limit(200, 25) }),
  response: z.object({ entries: z.array(ledgerEntry), total: counted, ...neighbours }),
});

/** Returns all changes of the balance as a file. */
export const exportLedger = memberOperation({
  method: "GET",
  path: "/api/members/billing/ledger/export",
  roles: BILLING_READERS_AND_VIEWERS,
  request: z.object(ledgerFilters),
  response: z.never(),
});

const billed = {
  messages: z.int(),
  segments: z.int(),
  /** The amount excluding GST. */
  amount: z.string(),
  gst: z.string(),
  total: z.string(),
};

/** Returns the costs of messages by month, the oldest first. Refunds are excluded. */
export const readUsage = memberOperation({
  method: "GET",
  path: "/api/members/billing/usage",
  roles: BILLING_READERS_AND_VIEWERS,
  request: z.object({}),
  response: z.object({ months: z.array(z.object({ month: z.string(), ...billed })) }),
});

/** Lists the costs of one month's messages by rate code, the highest first. */
export const listRateCodes = memberOperation({
  method: "GET",
  path: "/api/members/billing/rate-codes",
  roles: BILLING_READERS_AND_VIEWERS,
  request: z.object({ month: month.optional(), limit: limit(100, 10), page: page() }),
  response: z.object({
    month: z.string(),
    /** The code as billed; null for sends without one. */
    rateCodes: z.array(
      z.object({
        rateCode: z.string().nullable(),
        sendType: z.enum(["sms", "otp", "appointment"]),
        ...billed,
      }),
    ),
    totals: z.object(billed),
    pagination,
  }),
});

/** The sum of one kind of change in a month. `amount` is signed and includes `gst`. */
export const statementLine = z.object({
  kind: z.enum(LEDGER_KINDS),
  count: z.int(),
  amount: z.string(),
  gst: z.string(),
});

/** The most top-ups and adjustments that a statement lists. */
export const STATEMENT_ENTRIES = 200;

/** The most send types and rate codes that a statement lists. */
export const STATEMENT_CHARGES = 100;

/** A cost. `total` is the sum of `net` and `gst`. Refunds are negative. */
const charged = { net: z.string(), gst: z.string(), total: z.string() };

/** Returns a month's statement. The opening balance and the lines sum to the closing balance. */
export const readStatement = memberOperation({
  method: "GET",
  path: "/api/members/billing/statement",
  roles: BILLING_READERS_AND_VIEWERS,
  request: z.object({ month }),
  response: z.object({
    month: z.string(),
    account: z.object({ id: z.int(), name: z.string(), email: z.string(), hasGst: z.boolean() }),
    /** The supplier; null if the settings name none. */
    supplier: z
      .object({ name: z.string(), address: z.array(z.string()), gstNumber: z.string().nullable() })
      .nullable(),
    /** True if it satisfies New Zealand's rules for taxable supply information. */
    isTaxInvoice: z.boolean(),
    /** True if this administrator could set the supplier. */
    isSupplierAwaited: z.boolean(),
    madeAt: z.string(),
    /** True until the month is over. */
    isOpen: z.boolean(),
    opening: z.string(),
    closing: z.string(),
    lines: z.array(statementLine),
    /** The supplies: messages by send type and rate code, the highest cost first, then all others. */
    charges: z.array(
      z.object({
        /** `omitted`: the messages of all other send types and rate codes. */
        kind: z.enum(["messages", "omitted", "lookups", "refunds"]),
        sendType: z.enum(["sms", "otp", "appointment"]).nullable(),
        /** The rate code of messages as billed; null for messages without one. */
        rateCode: z.string().nullable(),
        count: z.int(),
        ...charged,
      }),
    ),
    /** The sums of all charges. */
    chargeTotals: z.object(charged),
    /** The number of send types and rate codes in the line `omitted`. */
    chargesOmitted: z.int(),
    /** Top-ups and adjustments, the oldest first, at most `STATEMENT_ENTRIES` of them. */
    entries: z.array(ledgerEntry.pick({ id: true, at: true, kind: true, amount: true, note: true })),
    entriesOmitted: z.int(),
  }),
});

/** Returns the statement as a PDF file. */
export const readStatementPdf = memberOperation({
  method: "GET",
  path: "/api/members/billing/statement/pdf",
  roles: BILLING_READERS_AND_VIEWERS,
  request: readStatement.request,
  response: z.never(),
});

export type AlertKind = (typeof ALERT_KINDS)[number];
export type AlertRecord = z.output<typeof alertRecord>;
export type LedgerKind = (typeof LEDGER_KINDS)[number];
export type LedgerRecord = z.output<typeof ledgerEntry>;
export type LedgerPage = z.output<typeof listLedger.response>;
export type LedgerFilter = z.output<typeof exportLedger.request>;
export type BillingFacts = z.output<typeof readBilling.response>;
export type MonthUsage = z.output<typeof readUsage.response>["months"][number];
export type RateCodeUsage = z.output<typeof listRateCodes.response>;
export type Statement = z.output<typeof readStatement.response>;

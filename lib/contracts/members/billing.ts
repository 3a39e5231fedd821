import { z } from "zod";
import { pagination } from "@/lib/contracts/base/pagination";
import { limit, oneOf, page, text } from "@/lib/contracts/base/parameters";
import { ALERT_KINDS, LEDGER_KINDS } from "@/lib/contracts/base/values";
import { done } from "@/lib/contracts/members/account";
import { counted, neighbours, orderedKeyset } from "@/lib/contracts/members/cursor";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/billing-routes";
import { parseNzMonth } from "@/lib/sms/nz-time";

// Amounts are decimal texts of dollars; times are New Zealand local, and months its calendar's, as `YYYY-MM`.

/** How many months the chart shows, the present one included. */
export const USAGE_MONTHS = 12;

const month = text().refine((value) => parseNzMonth(value) !== null, "must be a month, as YYYY-MM");

/** How much money there is, and how more comes. */
export const readBilling = memberOperation({
  ...routes.readBilling,
  request: z.object({}),
  response: z.object({
    /** What people call the account's number. */
    accountId: z.int(),
    balance: z.string(),
    /** What the next money that comes in pays first, since a card payment was taken back; null: nothing. */
    owed: z.string().nullable(),
    /** Whether GST is added to prices. */
    hasGst: z.boolean(),
    /** Whether that is only because its country, another than New Zealand, is not confirmed yet. */
    isCountryAwaited: z.boolean(),
    /** The month the account began in: there are no statements before it. */
    firstMonth: z.string(),
    thisMonth: z.string(),
    topUpInstructions: z.string(),
  }),
});

/** An amount that an email goes out for. */
export const alertRecord = z.object({
  id: z.string(),
  /** `balance`: below this balance; `day` and `month`: once more is charged in that time. */
  kind: z.enum(ALERT_KINDS),
  amount: z.string(),
  /** When it was last sent; null where it is to be sent at the next crossing, and never was or the balance rose again. */
  sentAt: z.string().nullable(),
  /** Whether it is not sent again before the balance has risen, or before the next day or month. */
  isSent: z.boolean(),
});

/** The alerts of an account: balances from the highest, charges from the lowest. */
export const listAlerts = memberOperation({
  ...routes.listAlerts,
  request: z.object({}),
  response: z.object({ alerts: z.array(alertRecord) }),
});

const alertAmount = text()
  .regex(/^\d{1,6}(\.\d{1,2})?$/, "must be an amount of dollars such as 20 or 20.50")
  .refine((value) => Number(value) > 0, "must be more than 0");

/** Adds an alert. */
export const addAlertOperation = memberOperation({
  ...routes.addAlertOperation,
  request: z.object({ kind: oneOf(ALERT_KINDS), amount: alertAmount }),
  response: done,
});

/** Gives an alert another amount. That it was sent before does not count for the new one. */
export const changeAlertOperation = memberOperation({
  ...routes.changeAlertOperation,
  request: z.object({ id: text(), amount: alertAmount }),
  response: done,
});

/** Removes an alert. */
export const removeAlertOperation = memberOperation({
  ...routes.removeAlertOperation,
  request: z.object({ id: text() }),
  response: done,
});

/** One change of the balance; `amount` is signed and includes GST. */
export const ledgerEntry = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(LEDGER_KINDS),
  amount: z.string(),
  gst: z.string(),
  /** Of a message: its id, its recipient, and how it was billed. */
  messageId: z.string().nullable(),
  to: z.string().nullable(),
  rateCode: z.string().nullable(),
  segments: z.int().nullable(),
  note: z.string().nullable(),
});

const ledgerFilters = { kind: oneOf(LEDGER_KINDS).optional(), month: month.optional() };

/** The changes of the balance, newest first. */
export const listLedger = memberOperation({
  ...routes.listLedger,
  request: z.object({ ...ledgerFilters, ...orderedKeyset, limit: limit(200, 25) }),
  response: z.object({ entries: z.array(ledgerEntry), total: counted, ...neighbours }),
});

/** The same, every one of them, as a file. */
export const exportLedger = memberOperation({
  ...routes.exportLedger,
  request: z.object(ledgerFilters),
  response: z.never(),
});

const billed = {
  messages: z.int(),
  segments: z.int(),
  /** Excluding GST. */
  amount: z.string(),
  gst: z.string(),
  total: z.string(),
};

/** What messages cost by month, the oldest first; what was given back is in none. */
export const readUsage = memberOperation({
  ...routes.readUsage,
  request: z.object({}),
  response: z.object({ months: z.array(z.object({ month: z.string(), ...billed })) }),
});

/** What messages of one month cost by rate code, the dearest first. */
export const listRateCodes = memberOperation({
  ...routes.listRateCodes,
  request: z.object({ month: month.optional(), limit: limit(100, 10), page: page() }),
  response: z.object({
    month: z.string(),
    /** As billed; null for sends without a code. */
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

/** What one kind of change came to within a month; `amount` is signed and includes `gst`. */
export const statementLine = z.object({
  kind: z.enum(LEDGER_KINDS),
  count: z.int(),
  amount: z.string(),
  gst: z.string(),
});

/** Most top-ups and adjustments that a statement lists one by one. */
export const STATEMENT_ENTRIES = 200;

/** Most send types and rate codes that a statement lists one by one. */
export const STATEMENT_CHARGES = 100;

/** What something cost; `total` is `net` and `gst`. What was given back is below zero. */
const charged = { net: z.string(), gst: z.string(), total: z.string() };

/** A month from its opening balance to its closing one: the first and the lines sum to the second. */
export const readStatement = memberOperation({
  ...routes.readStatement,
  request: z.object({ month }),
  response: z.object({
    month: z.string(),
    account: z.object({ id: z.int(), name: z.string(), email: z.string(), hasGst: z.boolean() }),
    /** Whom it is from; null where the settings name nobody. */
    supplier: z
      .object({ name: z.string(), address: z.array(z.string()), gstNumber: z.string().nullable() })
      .nullable(),
    /** Whether it has what New Zealand asks of taxable supply information. */
    isTaxInvoice: z.boolean(),
    /** Whether this administrator could have a supplier named. */
    isSupplierAwaited: z.boolean(),
    madeAt: z.string(),
    /** The month is not over yet. */
    isOpen: z.boolean(),
    opening: z.string(),
    closing: z.string(),
    lines: z.array(statementLine),
    /** What was supplied: messages by send type and rate code, the dearest first, then all else. */
    charges: z.array(
      z.object({
        /** `omitted`: the messages of all other send types and rate codes. */
        kind: z.enum(["messages", "omitted", "lookups", "refunds"]),
        sendType: z.enum(["sms", "otp", "appointment"]).nullable(),
        /** Of messages, as billed; null for those without a code. */
        rateCode: z.string().nullable(),
        count: z.int(),
        ...charged,
      }),
    ),
    /** The sums of all charges. */
    chargeTotals: z.object(charged),
    /** How many send types and rate codes are in the line `omitted`. */
    chargesOmitted: z.int(),
    /** Top-ups and adjustments one by one, the oldest first, at most `STATEMENT_ENTRIES` of them. */
    entries: z.array(ledgerEntry.pick({ id: true, at: true, kind: true, amount: true, note: true })),
    entriesOmitted: z.int(),
  }),
});

/** The same as a PDF file. */
export const readStatementPdf = memberOperation({
  ...routes.readStatementPdf,
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

import { z } from "zod";
import { price, signedDollars } from "@/lib/contracts/admin/dollars";
import { pagination } from "@/lib/contracts/base/pagination";
import { flag, integer, label, limit, oneOf, page, text } from "@/lib/contracts/base/parameters";
import { ROLES } from "@/lib/contracts/base/roles";
import { ACCOUNT_ORDERS } from "@/lib/contracts/base/values";
import { done } from "@/lib/contracts/members/account";
import { activityRecord } from "@/lib/contracts/members/activity";
import { memberOperation } from "@/lib/contracts/members/operation";
import { ACCOUNT_NAME_LENGTH, senderChoice } from "@/lib/contracts/members/settings";

/** The longest reason of an adjustment or a view. The account reads it. */
export const REASON_LENGTH = 200;

/** The number of an account: the `cust_id` of integrations. */
export const accountId = () => integer(1, 2_147_483_647);

const country = () =>
  text()
    .trim()
    .transform((given) => given.toUpperCase())
    .refine((given) => /^[A-Z]{2}$/.test(given), "must be the two letters of a country, such as NZ");

/** An account in a list. Money is a decimal text of dollars, times are New Zealand local. */
export const accountRecord = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  country: z.string(),
  status: z.enum(["active", "disabled"]),
  isAdmin: z.boolean(),
  balance: z.string(),
  createdAt: z.string(),
});

/** An account in an administrator's view. A sender or rate of null is the service's own. */
export const accountDetails = accountRecord.extend({
  /** True once an administrator has chosen or confirmed its country. Until then it pays GST. */
  isCountryConfirmed: z.boolean(),
  unicodeEnabled: z.boolean(),
  /** The uncovered part of card payments that were taken back; null for nothing. */
  owed: z.string().nullable(),
  standardRate: z.string().nullable(),
  legacySendEnabled: z.boolean(),
  passwordOnApi: z.boolean(),
  secondFactor: z.boolean(),
  noticeEmails: z.array(z.string()),
  activeKeys: z.int(),
  defaultSenderId: z.int().nullable(),
  templateSenderId: z.int().nullable(),
  /** The senders that it may use. */
  senders: z.array(senderChoice),
  /** The people of the account, owners first. */
  people: z.array(z.object({ personId: z.int(), name: z.string(), email: z.string(), role: z.enum(ROLES) })),
  /** True for the administrator's own account. */
  isOwn: z.boolean(),
});

/** A movement of a balance. */
export const movement = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(["topup", "adjustment", "deduction", "reversal", "lookup"]),
  amount: z.string(),
  note: z.string().nullable(),
  messageId: z.string().nullable(),
  rateCode: z.string().nullable(),
  segments: z.int().nullable(),
});

/** Lists accounts, the newest first. `q` is a part of an address or name, or an account's number. */
export const listAccounts = memberOperation({
  method: "GET",
  path: "/api/admin/accounts",
  request: z.object({
    q: label(254).trim().optional(),
    status: oneOf(["active", "disabled"]).optional(),
    order: oneOf(ACCOUNT_ORDERS).optional(),
    limit: limit(100, 25),
    page: page(),
  }),
  response: z.object({
    accounts: z.array(accountRecord),
    pagination,
    /** Cells that do not respond. The list omits their accounts. */
    awayCells: z.array(z.int()),
  }),
});

/** Creates an account. Only this response has its first password. */
export const openAccount = memberOperation({
  method: "POST",
  path: "/api/admin/accounts",
  request: z.object({
    email: z.email("must be an email address").max(254, "must be at most 254 characters long"),
    name: label(ACCOUNT_NAME_LENGTH).trim().min(1, "must not be empty"),
    country: country().default("NZ"),
    balance: price().default("0"),
    unicode: flag(),
  }),
  response: z.object({ accountId: z.int(), email: z.string(), password: z.string() }),
});

export const readAccount = memberOperation({
  method: "GET",
  path: "/api/admin/accounts/one",
  request: z.object({ accountId: accountId() }),
  response: z.object({ account: accountDetails }),
});

/**
 * Lets the administrator's session show another account, read-only. Both accounts read the reason in their activity.
 */
export const beginViewOperation = memberOperation({
  method: "POST",
  path: "/api/admin/accounts/view",
  request: z.object({
    accountId: accountId(),
    reason: label(REASON_LENGTH).trim().min(1, "must not be empty"),
  }),
  response: done,
});

/** Lists the movements of an account's balance, newest first. There is no total: they may be millions. */
export const listMovements = memberOperation({
  method: "GET",
  path: "/api/admin/accounts/movements",
  request: z.object({ accountId: accountId(), limit: limit(100, 10), page: integer(1, 1_000).default(1) }),
  response: z.object({ movements: z.array(movement), page: z.int(), hasNextPage: z.boolean() }),
});

/** Lists the activity in an account, newest first. Administrators are named. */
export const listAccountActivity = memberOperation({
  method: "GET",
  path: "/api/admin/accounts/activity",
  request: z.object({ accountId: accountId(), limit: limit(100, 10), page: page() }),
  response: z.object({ activities: z.array(activityRecord), pagination }),
});

/** Changes a balance by an amount. `key` belongs to the form: repeats with the same key adjust once. */
export const adjustBalance = memberOperation({
  method: "POST",
  path: "/api/admin/accounts/balance",
  request: z.object({
    accountId: accountId(),
    key: z.uuid("must be a UUID"),
    amount: signedDollars(),
    reason: label(REASON_LENGTH).trim().min(1, "must not be empty"),
  }),
  response: z.object({ balance: z.string() }),
});

const senderId = () => integer(1, 2_147_483_647).nullable();

/** Changes an account's permissions and prices. Omitted fields stay. */
export const changeAccount = memberOperation({
  method: "POST",
  path: "/api/admin/accounts/change",
  request: z.object({
    accountId: accountId(),
    /** The country, which becomes confirmed, even if it is the current one. */
    country: country().optional(),
    unicodeEnabled: flag().removeDefault().optional(),
    /** Its own price per part for standard destinations. Null means the price of the rate table. */
    standardRate: z.object({ price: price().nullable() }).optional(),
    senders: z.object({ defaultSenderId: senderId(), templateSenderId: senderId() }).optional(),
  }),
  response: done,
});

/** Disables an account, or enables it again. Its sessions and tokens end at once, and stay ended. */
export const setAccountEnabled = memberOperation({
  method: "POST",
  path: "/api/admin/accounts/enable",
  request: z.object({ accountId: accountId(), enabled: flag().removeDefault() }),
  response: done,
});

/** Turns off a person's two-factor authentication, and drops the recovery codes. */
export const resetSecondFactor = memberOperation({
  method: "POST",
  path: "/api/admin/accounts/reset-second-factor",
  request: z.object({ accountId: accountId() }),
  response: done,
});

/** Sends a link to choose a new password to the account's email address or to a person of the account. */
export const sendAccountResetLink = memberOperation({
  method: "POST",
  path: "/api/admin/accounts/send-reset-link",
  request: z.object({ accountId: accountId(), personId: accountId().optional() }),
  response: z.object({
    success: z.literal(true),
    /** True if the service sends emails. Otherwise the link waits. */
    isEmailConfigured: z.boolean(),
  }),
});

export type AccountOrder = (typeof ACCOUNT_ORDERS)[number];
export type AccountRecord = z.output<typeof accountRecord>;
export type AccountDetails = z.output<typeof accountDetails>;
export type AccountChange = z.output<typeof changeAccount.request>;
export type Movement = z.output<typeof movement>;

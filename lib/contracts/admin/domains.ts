import { z } from "zod";
import { pagination } from "@/lib/contracts/base/pagination";
import { integer, label, limit, page, text } from "@/lib/contracts/base/parameters";
import { REFUSAL_LENGTH } from "@/lib/contracts/base/values";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/admin-routes";

/** A domain that somebody is to decide on: asked for, linked to by held messages, or both. */
export const queuedDomain = z.object({
  accountId: z.int(),
  accountName: z.string(),
  accountEmail: z.string(),
  domain: z.string(),
  requested: z.boolean(),
  /** Since when it waits: the request or the oldest message. New Zealand local. */
  since: z.string(),
  messages: z.int(),
  /** The oldest held message, its digits masked. */
  sample: z.string().nullable(),
  /** What may be approved, from the host up to the registrable domain; empty for a public suffix. */
  approvable: z.array(z.string()),
});

/** What waits for a decision, the longest first. */
export const listDomainQueue = memberOperation({
  ...routes.listDomainQueue,
  request: z.object({ limit: limit(100, 25), page: page() }),
  response: z.object({
    domains: z.array(queuedDomain),
    pagination,
    /** Cells that do not answer, whose domains are missing here. */
    awayCells: z.array(z.int()),
  }),
});

const account = integer(1, 999_999_999);

/** Lets an account link to a domain, and releases what was held for it alone. */
export const approveDomainOperation = memberOperation({
  ...routes.approveDomainOperation,
  request: z.object({ accountId: account, domain: text() }),
  response: z.object({ success: z.literal(true), released: z.int() }),
});

/** Refuses a domain; held messages that link to it are deleted, with their money back. */
export const rejectDomainOperation = memberOperation({
  ...routes.rejectDomainOperation,
  request: z.object({
    accountId: account,
    domain: text(),
    reason: label(REFUSAL_LENGTH).trim().min(1, "must say why, for the account to read"),
  }),
  response: z.object({ success: z.literal(true), discarded: z.int() }),
});

export type QueuedDomain = z.output<typeof queuedDomain>;

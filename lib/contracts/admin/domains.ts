import { z } from "zod";
import { pagination } from "@/lib/contracts/base/pagination";
import { integer, label, limit, page, text } from "@/lib/contracts/base/parameters";
import { REFUSAL_LENGTH } from "@/lib/contracts/base/values";
import { memberOperation } from "@/lib/contracts/members/operation";

/** A domain that waits for a decision: it was requested, or held messages link to it, or both. */
export const queuedDomain = z.object({
  accountId: z.int(),
  accountName: z.string(),
  accountEmail: z.string(),
  domain: z.string(),
  requested: z.boolean(),
  /** The time of the request or of the oldest message, New Zealand local. */
  since: z.string(),
  messages: z.int(),
  /** The oldest held message, its digits masked. */
  sample: z.string().nullable(),
  /**
   * The domains that may be approved, from the host up to the registrable domain. The list is empty for a public
   * suffix.
   */
  approvable: z.array(z.string()),
});

/** Lists domains that wait for a decision, the longest wait first. */
export const listDomainQueue = memberOperation({
  method: "GET",
  path: "/api/admin/domains",
  request: z.object({ limit: limit(100, 25), page: page() }),
  response: z.object({
    domains: z.array(queuedDomain),
    pagination,
    /** Cells that do not respond. The list omits their domains. */
    awayCells: z.array(z.int()),
  }),
});

const account = integer(1, 999_999_999);

/** Lets an account link to a domain, and releases the messages that only this domain held. */
export const approveDomainOperation = memberOperation({
  method: "POST",
  path: "/api/admin/domains/approve",
  request: z.object({ accountId: account, domain: text() }),
  response: z.object({ success: z.literal(true), released: z.int() }),
});

/** Rejects a domain. Held messages that link to it are deleted and refunded. */
export const rejectDomainOperation = memberOperation({
  method: "POST",
  path: "/api/admin/domains/reject",
  request: z.object({
    accountId: account,
    domain: text(),
    reason: label(REFUSAL_LENGTH).trim().min(1, "must say why, for the account to read"),
  }),
  response: z.object({ success: z.literal(true), discarded: z.int() }),
});

export type QueuedDomain = z.output<typeof queuedDomain>;

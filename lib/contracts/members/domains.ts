import { z } from "zod";
import { pagination } from "@/lib/contracts/base/pagination";
import { limit, oneOf, page, text } from "@/lib/contracts/base/parameters";
import { DOMAIN_ORDERS } from "@/lib/contracts/base/values";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/messaging-routes";

/** Approved domains; times are New Zealand local. */
export const listDomains = memberOperation({
  ...routes.listDomains,
  request: z.object({ order: oneOf(DOMAIN_ORDERS).default("domain"), limit: limit(100, 25), page: page() }),
  response: z.object({
    domains: z.array(z.object({ domain: z.string(), approvedAt: z.string() })),
    pagination,
  }),
});

/** A domain that was asked for, and what was decided; `reason` says why not. */
export const domainRequestRecord = z.object({
  domain: z.string(),
  state: z.enum(["pending", "rejected"]),
  requestedAt: z.string(),
  decidedAt: z.string().nullable(),
  reason: z.string().nullable(),
});

/** Most requests that wait for a decision at once, and most that are listed (rules: domain requests). */
export const MAX_REQUESTS = 100;

/** Requests, those that wait first, then the latest; what was approved is a domain by now and not among them. */
export const listDomainRequests = memberOperation({
  ...routes.listDomainRequests,
  request: z.object({}),
  response: z.object({ requests: z.array(domainRequestRecord) }),
});

/** Hosts that messages are held for, those with the most messages first. */
export const listHeldHosts = memberOperation({
  ...routes.listHeldHosts,
  request: z.object({}),
  response: z.object({
    hosts: z.array(
      z.object({
        host: z.string(),
        messages: z.int(),
        since: z.string(),
        /** The request that would let them go, where there is one. */
        requested: z.string().nullable(),
      }),
    ),
    /** Whether there are more hosts than are listed. */
    more: z.boolean(),
  }),
});

/** Asks for a domain; a whole link is taken for its host. Answers with the domain as it was understood. */
export const requestDomainOperation = memberOperation({
  ...routes.requestDomainOperation,
  request: z.object({ domain: text().trim().min(1, "must not be empty") }),
  response: z.object({ success: z.literal(true), domain: z.string() }),
});

/** Takes back a request that nobody has decided on. */
export const withdrawDomainRequest = memberOperation({
  ...routes.withdrawDomainRequest,
  request: z.object({ domain: text() }),
  response: done,
});

/** Takes a domain off the list: messages that link to it are held from then on. */
export const removeDomainOperation = memberOperation({
  ...routes.removeDomainOperation,
  request: z.object({ domain: text() }),
  response: done,
});

export type DomainOrder = (typeof DOMAIN_ORDERS)[number];
export type DomainRequestRecord = z.output<typeof domainRequestRecord>;
export type HeldHost = z.output<typeof listHeldHosts.response>["hosts"][number];

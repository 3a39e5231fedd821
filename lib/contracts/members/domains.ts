import { z } from "zod";
import { pagination } from "@/lib/contracts/base/pagination";
import { limit, oneOf, page, text } from "@/lib/contracts/base/parameters";
import { READERS_AND_VIEWERS, SENDERS } from "@/lib/contracts/base/roles";
import { DOMAIN_ORDERS } from "@/lib/contracts/base/values";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";

/** Lists approved domains. Times are New Zealand local. */
export const listDomains = memberOperation({
  method: "GET",
  path: "/api/members/domains",
  roles: READERS_AND_VIEWERS,
  request: z.object({ order: oneOf(DOMAIN_ORDERS).default("domain"), limit: limit(100, 25), page: page() }),
  response: z.object({
    domains: z.array(z.object({ domain: z.string(), approvedAt: z.string() })),
    pagination,
  }),
});

/** A requested domain, and the decision. `reason` is the reason of a rejection. */
export const domainRequestRecord = z.object({
  domain: z.string(),
  state: z.enum(["pending", "rejected"]),
  requestedAt: z.string(),
  decidedAt: z.string().nullable(),
  reason: z.string().nullable(),
});

/** The most requests that wait for a decision, and the most in a list (rules: domain requests). */
export const MAX_REQUESTS = 100;

/**
 * Lists requests: the waiting ones first, then the latest rejected ones. An approved request is a domain, and is
 * omitted.
 */
export const listDomainRequests = memberOperation({
  method: "GET",
  path: "/api/members/domains/requests",
  roles: READERS_AND_VIEWERS,
  request: z.object({}),
  response: z.object({ requests: z.array(domainRequestRecord) }),
});

/** Lists the hosts of held messages, the ones with the most messages first. */
export const listHeldHosts = memberOperation({
  method: "GET",
  path: "/api/members/domains/held",
  roles: READERS_AND_VIEWERS,
  request: z.object({}),
  response: z.object({
    hosts: z.array(
      z.object({
        host: z.string(),
        messages: z.int(),
        since: z.string(),
        /** The request that would release them, or null. */
        requested: z.string().nullable(),
      }),
    ),
    /** True if there are more hosts than listed. */
    more: z.boolean(),
  }),
});

/** Requests a domain. It reads a whole link as its host. Returns the domain as it was understood. */
export const requestDomainOperation = memberOperation({
  method: "POST",
  path: "/api/members/domains/request",
  roles: SENDERS,
  request: z.object({ domain: text().trim().min(1, "must not be empty") }),
  response: z.object({ success: z.literal(true), domain: z.string() }),
});

/** Withdraws a request that is not decided. */
export const withdrawDomainRequest = memberOperation({
  method: "POST",
  path: "/api/members/domains/withdraw",
  roles: SENDERS,
  request: z.object({ domain: text() }),
  response: done,
});

/** Removes a domain. Later messages that link to it are held. */
export const removeDomainOperation = memberOperation({
  method: "POST",
  path: "/api/members/domains/remove",
  roles: SENDERS,
  request: z.object({ domain: text() }),
  response: done,
});

export type DomainOrder = (typeof DOMAIN_ORDERS)[number];
export type DomainRequestRecord = z.output<typeof domainRequestRecord>;
export type HeldHost = z.output<typeof listHeldHosts.response>["hosts"][number];

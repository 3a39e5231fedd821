import { z } from "zod";
import { pagination } from "@/lib/contracts/base/pagination";
import { limit, oneOf, page, text } from "@/lib/contracts/base/parameters";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";

/** The orders that approved domains are listed in: by their names, from either end. */
export const DOMAIN_ORDERS = ["domain", "-domain"] as const;

/** Approved domains; times are New Zealand local. */
export const listDomains = memberOperation({
  method: "GET",
  path: "/api/members/domains",
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
  method: "GET",
  path: "/api/members/domains/requests",
  request: z.object({}),
  response: z.object({ requests: z.array(domainRequestRecord) }),
});

/** Most hosts that are listed at once. */
export const MAX_HELD_HOSTS = 100;

/** Hosts that messages are held for, those with the most messages first. */
export const listHeldHosts = memberOperation({
  method: "GET",
  path: "/api/members/domains/held",
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
  method: "POST",
  path: "/api/members/domains/request",
  request: z.object({ domain: text().trim().min(1, "must not be empty") }),
  response: z.object({ success: z.literal(true), domain: z.string() }),
});

/** Takes back a request that nobody has decided on. */
export const withdrawDomainRequest = memberOperation({
  method: "POST",
  path: "/api/members/domains/withdraw",
  request: z.object({ domain: text() }),
  response: done,
});

/** Takes a domain off the list: messages that link to it are held from then on. */
export const removeDomainOperation = memberOperation({
  method: "POST",
  path: "/api/members/domains/remove",
  request: z.object({ domain: text() }),
  response: done,
});

export type DomainOrder = (typeof DOMAIN_ORDERS)[number];
export type DomainRequestRecord = z.output<typeof domainRequestRecord>;
export type HeldHost = z.output<typeof listHeldHosts.response>["hosts"][number];

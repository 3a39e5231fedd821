import { z } from "zod";
import { jsonText } from "@/lib/contracts/base/json-text";
import { flag, integer, label, oneOf } from "@/lib/contracts/base/parameters";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";

/** The longest list of routes, in UTF-16 units. A thousand routes take some hundred thousand. */
const MAX_ROUTES_LENGTH = 500_000;

const target = z.object({
  carrier: z.string(),
  tier: z.int(),
  weight: z.int(),
  /** Dollars a part. */
  cost: z.string().optional(),
});

/** A sender, with the network's address for it if that is different. */
const sender = z.union([
  z.string(),
  z.object({
    sender: z.string(),
    source: z.string().optional(),
    ton: z.int().optional(),
    npi: z.int().optional(),
    /** The numbers in place of one source. Each recipient keeps one of them. */
    pool: z.array(z.string()).optional(),
    /** True if an answer to it costs the recipient nothing at the network. */
    zeroRated: z.boolean().optional(),
  }),
]);

const route = z.object({
  account: z.int().optional(),
  sender: z.string().optional(),
  prefix: z.string().optional(),
  network: z.string().optional(),
  sendType: z.string().optional(),
  messageClass: z.string().optional(),
  /** The open hours, such as `Mo-Fr 09:00-17:00`, by the clock of a zone. */
  hours: z.string().optional(),
  zone: z.string().optional(),
  /** Words of which the text contains one. `begins` has the words at the beginning of the text. */
  words: z.array(z.string()).optional(),
  begins: z.string().optional(),
  byCost: z.boolean(),
  targets: z.array(target),
});

const writtenRules = z.record(
  z.string(),
  z.object({
    action: z.string(),
    delayMs: z.int().optional(),
    afterMs: z.int().optional(),
    tries: z.int().optional(),
  }),
);

/** A range of numbers that receive no message, or an exception within one. */
const range = z.union([z.string(), z.object({ except: z.string() })]);

/**
 * Lists all routes in their order, the blocked ranges, the allowed senders of each network, and the outcomes of
 * networks' errors.
 */
export const listRoutes = memberOperation({
  method: "GET",
  path: "/api/admin/networks/routes",
  request: z.object({}),
  response: z.object({
    senders: z.record(z.string(), z.array(sender)),
    routes: z.array(route),
    /** Ranges by their beginnings, and exceptions within them. */
    blocked: z.array(range),
    /** The rules for networks' errors by kind and code, in the form of a network's settings. */
    errors: z.object({ smpp: writtenRules.optional(), http: writtenRules.optional() }),
    /**
     * Routes that cost more than they bill, each with its position from 1. Omitted if there are none; no part of a
     * file.
     */
    warnings: z.array(z.object({ route: z.int(), warning: z.string() })).optional(),
  }),
});

/** Replaces all routes and senders by a list. `file` is JSON in the form of `listRoutes`. */
export const replaceRoutes = memberOperation({
  method: "POST",
  path: "/api/admin/networks/routes",
  request: z.object({ file: jsonText(MAX_ROUTES_LENGTH) }),
  response: done,
});

/** Blocks the numbers that begin with a prefix, or exempts them from a shorter prefix. */
export const blockRange = memberOperation({
  method: "POST",
  path: "/api/admin/networks/blocked",
  request: z.object({ prefix: label(100), isException: flag() }),
  response: done,
});

/** Removes a blocked range or an exception. */
export const unblockRange = memberOperation({
  method: "POST",
  path: "/api/admin/networks/blocked/remove",
  request: z.object({ prefix: label(100) }),
  response: done,
});

/**
 * Returns the route and the network that a message would take now, with the reasons. `route` is its position from 1.
 */
export const explainRoute = memberOperation({
  method: "GET",
  path: "/api/admin/networks/routes/explain",
  request: z.object({
    to: label(40),
    sender: label(20),
    account: integer(1, 2_147_483_647).optional(),
    sendType: oneOf(["sms", "otp", "appointment"]).default("sms"),
    messageClass: oneOf(["transactional", "marketing"]).default("transactional"),
    text: label(1_000).optional(),
  }),
  response: z.object({
    network: z.string().nullable(),
    route: z.int().nullable(),
    carrier: z.string().nullable(),
    why: z.string(),
    /** The networks of the route. A sentence explains the choice of each. */
    targets: z.array(z.object({ carrier: z.string(), why: z.string() })),
    /** An objection to that way, which the message takes nevertheless. */
    warning: z.string().nullable(),
  }),
});

export type SenderRecord = z.output<typeof sender>;
export type RouteList = z.output<typeof listRoutes.response>;
export type RouteRecord = z.output<typeof route>;
export type RangeRecord = z.output<typeof range>;

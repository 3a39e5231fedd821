import { z } from "zod";
import { jsonText } from "@/lib/contracts/base/json-text";
import { flag, integer, label, oneOf } from "@/lib/contracts/base/parameters";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/admin-routes";

/** The longest list of routes, in UTF-16 units: a thousand of them are some hundred thousand. */
const MAX_ROUTES_LENGTH = 500_000;

const target = z.object({
  carrier: z.string(),
  tier: z.int(),
  weight: z.int(),
  /** In dollars a part. */
  cost: z.string().optional(),
});

/** A sender; with the address that the network knows it by, where that is another. */
const sender = z.union([
  z.string(),
  z.object({
    sender: z.string(),
    source: z.string().optional(),
    ton: z.int().optional(),
    npi: z.int().optional(),
    /** The numbers in place of one source, of which each recipient keeps one. */
    pool: z.array(z.string()).optional(),
    /** Whether an answer to it costs the recipient nothing at the network. */
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
  /** When it is open, such as `Mo-Fr 09:00-17:00`, by the clock of a zone. */
  hours: z.string().optional(),
  zone: z.string().optional(),
  /** Words of which the text has one, and the words that it begins with. */
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

/** A range of numbers that nothing goes to, or an exception within one. */
const range = z.union([z.string(), z.object({ except: z.string() })]);

/**
 * All routes in their order, the beginnings of numbers that nothing goes to, which senders each network allows, and what
 * follows from networks' errors.
 */
export const listRoutes = memberOperation({
  ...routes.listRoutes,
  request: z.object({}),
  response: z.object({
    senders: z.record(z.string(), z.array(sender)),
    routes: z.array(route),
    /** Ranges by their beginnings, and exceptions within them. */
    blocked: z.array(range),
    /** The rules for networks' errors by kind and code, in the form in which a network's settings have them. */
    errors: z.object({ smpp: writtenRules.optional(), http: writtenRules.optional() }),
    /** Routes that cost more than they bill, each by its place from 1. Not there when there are none; no part of a file. */
    warnings: z.array(z.object({ route: z.int(), warning: z.string() })).optional(),
  }),
});

/** Puts a whole list in place of all routes and senders. `file` is JSON in the form of `listRoutes`. */
export const replaceRoutes = memberOperation({
  ...routes.replaceRoutes,
  request: z.object({ file: jsonText(MAX_ROUTES_LENGTH) }),
  response: done,
});

/** Blocks the numbers that begin with a prefix, or lets them through a shorter one. */
export const blockRange = memberOperation({
  ...routes.blockRange,
  request: z.object({ prefix: label(100), isException: flag() }),
  response: done,
});

/** Removes a blocked range or an exception. */
export const unblockRange = memberOperation({
  ...routes.unblockRange,
  request: z.object({ prefix: label(100) }),
  response: done,
});

/** Which route and network a message would take now, and why. `route` is its place from 1. */
export const explainRoute = memberOperation({
  ...routes.explainRoute,
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
    /** Each network of the route, and in a sentence why the message goes there or not. */
    targets: z.array(z.object({ carrier: z.string(), why: z.string() })),
    /** What speaks against that way, though the message goes there. */
    warning: z.string().nullable(),
  }),
});

export type SenderRecord = z.output<typeof sender>;
export type RouteList = z.output<typeof listRoutes.response>;
export type RouteRecord = z.output<typeof route>;
export type RangeRecord = z.output<typeof range>;

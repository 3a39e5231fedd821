import { z } from "zod";
import { givenName, label, oneOf, text } from "@/lib/contracts/base/parameters";
import { DEVELOPERS } from "@/lib/contracts/base/roles";
import { ENDPOINT_NAME_LENGTH, EVENT_TYPES } from "@/lib/contracts/base/values";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";
import { testWebhook } from "@/lib/contracts/members/webhooks";

const SENDER_LENGTH = 40;

/** A further endpoint with its state (rules: further endpoints). Times are New Zealand local. */
export const furtherEndpoint = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  eventTypes: z.array(z.enum(EVENT_TYPES)),
  /** The sender whose messages it gets events of; null for all. */
  sender: z.string().nullable(),
  registeredAt: z.string(),
  /** The start of a series of failed attempts; null without one. */
  failingSince: z.string().nullable(),
  /** The start of a pause, during which its events are kept; null without one. */
  pausedAt: z.string().nullable(),
  /** True if the account paused it. */
  pausedByHand: z.boolean(),
  /** The last successful response since its URL was set or it was resumed. */
  answeredAt: z.string().nullable(),
  /** The events that have not arrived yet, kept ones included: at most `MAX_WAITING` and one. */
  waiting: z.int(),
});

/** Lists the further endpoints by name, and the senders to which an endpoint may be limited. */
export const listFurtherEndpoints = memberOperation({
  method: "GET",
  path: "/api/members/webhooks/endpoints",
  roles: DEVELOPERS,
  request: z.object({}),
  response: z.object({ endpoints: z.array(furtherEndpoint), senders: z.array(z.string()) }),
});

const which = { id: z.uuid("must be an id") };

const given = {
  name: givenName(ENDPOINT_NAME_LENGTH),
  url: text(),
  /** Empty for an endpoint that only gets texts from auto replies. */
  eventTypes: z
    .array(oneOf(EVENT_TYPES))
    .max(EVENT_TYPES.length, `must be at most ${EVENT_TYPES.length}`)
    .transform((types) => EVENT_TYPES.filter((type) => types.includes(type))),
  sender: label(SENDER_LENGTH).nullable().default(null),
};

export const addFurtherEndpoint = memberOperation({
  method: "POST",
  path: "/api/members/webhooks/endpoints",
  roles: DEVELOPERS,
  request: z.object(given),
  response: z.object({ success: z.literal(true), id: z.string() }),
});

/** Replaces an endpoint. A new URL clears its history of failures. */
export const changeFurtherEndpoint = memberOperation({
  method: "POST",
  path: "/api/members/webhooks/endpoints/change",
  roles: DEVELOPERS,
  request: z.object({ ...which, ...given }),
  response: done,
});

/** Removes an endpoint. Its waiting events are not delivered. `ended` is their number. */
export const removeFurtherEndpoint = memberOperation({
  method: "POST",
  path: "/api/members/webhooks/endpoints/remove",
  roles: DEVELOPERS,
  request: z.object(which),
  response: z.object({ success: z.literal(true), ended: z.int() }),
});

/** Keeps the events of an endpoint until it is resumed. */
export const pauseFurtherEndpoint = memberOperation({
  method: "POST",
  path: "/api/members/webhooks/endpoints/pause",
  roles: DEVELOPERS,
  request: z.object(which),
  response: done,
});

/** Resumes a paused endpoint. */
export const resumeFurtherEndpoint = memberOperation({
  method: "POST",
  path: "/api/members/webhooks/endpoints/resume",
  roles: DEVELOPERS,
  request: z.object(which),
  response: done,
});

/** Sends a marked event of the endpoint's first type at once, and returns the response. It is not stored. */
export const testFurtherEndpoint = memberOperation({
  method: "POST",
  path: "/api/members/webhooks/endpoints/test",
  roles: DEVELOPERS,
  request: z.object(which),
  response: testWebhook.response,
});

export type FurtherEndpointRecord = z.output<typeof furtherEndpoint>;
export type FurtherEndpoints = z.output<typeof listFurtherEndpoints.response>;
export type GivenEndpoint = z.output<typeof addFurtherEndpoint.request>;

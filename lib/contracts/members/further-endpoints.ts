import { z } from "zod";
import { givenName, label, oneOf, text } from "@/lib/contracts/base/parameters";
import { ENDPOINT_NAME_LENGTH, EVENT_TYPES } from "@/lib/contracts/base/values";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";
import { testWebhook } from "@/lib/contracts/members/webhooks";
import * as routes from "@/lib/contracts/routes/webhook-routes";

const SENDER_LENGTH = 40;

/** A further endpoint, and how it does (rules: further endpoints); times are New Zealand local. */
export const furtherEndpoint = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  eventTypes: z.array(z.enum(EVENT_TYPES)),
  /** The sender whose messages it is told of; null: of all. */
  sender: z.string().nullable(),
  registeredAt: z.string(),
  /** Since when every attempt has failed. */
  failingSince: z.string().nullable(),
  /** Since when nothing is sent there any more; its events are kept. */
  pausedAt: z.string().nullable(),
  /** Whether the account paused it itself. */
  pausedByHand: z.boolean(),
  /** When it last answered well, since its URL was set or it was resumed. */
  answeredAt: z.string().nullable(),
  /** Events that have not arrived yet, the kept ones included; at most `MAX_WAITING` and one. */
  waiting: z.int(),
});

/** The further endpoints by their names, and the senders that one may be limited to. */
export const listFurtherEndpoints = memberOperation({
  ...routes.listFurtherEndpoints,
  request: z.object({}),
  response: z.object({ endpoints: z.array(furtherEndpoint), senders: z.array(z.string()) }),
});

const which = { id: z.uuid("must be an id") };

const given = {
  name: givenName(ENDPOINT_NAME_LENGTH),
  url: text(),
  /** None where only auto replies send texts there. */
  eventTypes: z
    .array(oneOf(EVENT_TYPES))
    .max(EVENT_TYPES.length, `must be at most ${EVENT_TYPES.length}`)
    .transform((types) => EVENT_TYPES.filter((type) => types.includes(type))),
  sender: label(SENDER_LENGTH).nullable().default(null),
};

export const addFurtherEndpoint = memberOperation({
  ...routes.addFurtherEndpoint,
  request: z.object(given),
  response: z.object({ success: z.literal(true), id: z.string() }),
});

/** Writes an endpoint anew. With another URL it has no past. */
export const changeFurtherEndpoint = memberOperation({
  ...routes.changeFurtherEndpoint,
  request: z.object({ ...which, ...given }),
  response: done,
});

/** Takes an endpoint away; what waits for it is not delivered. `ended` says how many events that were. */
export const removeFurtherEndpoint = memberOperation({
  ...routes.removeFurtherEndpoint,
  request: z.object(which),
  response: z.object({ success: z.literal(true), ended: z.int() }),
});

/** Keeps the events of an endpoint until it is resumed. */
export const pauseFurtherEndpoint = memberOperation({
  ...routes.pauseFurtherEndpoint,
  request: z.object(which),
  response: done,
});

/** Lets events go to a paused endpoint again. */
export const resumeFurtherEndpoint = memberOperation({
  ...routes.resumeFurtherEndpoint,
  request: z.object(which),
  response: done,
});

/** Sends a marked event to an endpoint at once, of the first of its types, and tells what came back. It is not kept. */
export const testFurtherEndpoint = memberOperation({
  ...routes.testFurtherEndpoint,
  request: z.object(which),
  response: testWebhook.response,
});

export type FurtherEndpointRecord = z.output<typeof furtherEndpoint>;
export type FurtherEndpoints = z.output<typeof listFurtherEndpoints.response>;
export type GivenEndpoint = z.output<typeof addFurtherEndpoint.request>;

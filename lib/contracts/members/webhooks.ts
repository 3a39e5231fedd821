import { z } from "zod";
import { nzDateTime } from "@/lib/contracts/base/nz-date-time";
import { flag, limit, oneOf, text } from "@/lib/contracts/base/parameters";
import { EVENT_TYPES } from "@/lib/contracts/base/values";
import { done } from "@/lib/contracts/members/account";
import { counted, neighbours, orderedKeyset } from "@/lib/contracts/members/cursor";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/webhook-routes";

/** What events tell of: messages in, or what became of messages out. */
export const webhookKind = oneOf(["inbound", "report"]);

/** Most attempts of a delivery before its last one that are kept; older ones are counted only. */
export const ATTEMPTS_KEPT = 50;

/** Where events of one kind go, and how that goes; times are New Zealand local. */
export const webhookEndpoint = z.object({
  kind: webhookKind,
  url: z.string().nullable(),
  registeredAt: z.string().nullable(),
  /** Since when every attempt has failed. */
  failingSince: z.string().nullable(),
  /** Since when nothing is sent there any more; its events are kept. */
  pausedAt: z.string().nullable(),
  /** Events that have not arrived yet, the kept ones included; at most `MAX_WAITING` and one. */
  waiting: z.int(),
});

/** Both endpoints, and whether requests are signed. */
export const readWebhooks = memberOperation({
  ...routes.readWebhooks,
  request: z.object({}),
  response: z.object({
    endpoints: z.array(webhookEndpoint),
    signed: z.boolean(),
    /** For how long from now each secret before the present one counts too, in milliseconds, the latest first. */
    olderForMs: z.array(z.int()),
  }),
});

/** Names a URL for one kind of event, or for both. */
export const setWebhook = memberOperation({
  ...routes.setWebhook,
  request: z.object({ url: text(), kind: oneOf(["inbound", "report", "both"]) }),
  response: z.object({ success: z.literal(true), url: z.string() }),
});

/** Takes an endpoint away; what waits for it is not delivered. `ended` says how many events that were. */
export const removeWebhookOperation = memberOperation({
  ...routes.removeWebhookOperation,
  request: z.object({ kind: webhookKind }),
  response: z.object({ success: z.literal(true), ended: z.int() }),
});

/** Lets events go to a paused endpoint again. */
export const resumeWebhookOperation = memberOperation({
  ...routes.resumeWebhookOperation,
  request: z.object({ kind: webhookKind }),
  response: done,
});

/** Sends a marked event to an endpoint at once, and tells what came back. It is not kept. */
export const testWebhook = memberOperation({
  ...routes.testWebhook,
  request: z.object({ kind: webhookKind }),
  response: z.object({
    ok: z.boolean(),
    url: z.string(),
    signed: z.boolean(),
    requestBody: z.string(),
    responseCode: z.int().nullable(),
    /** Its first kilobyte. */
    responseBody: z.string().nullable(),
    error: z.string().nullable(),
    durationMs: z.int(),
  }),
});

/** A new signing secret, in this answer and nowhere else. The one before counts for another 24 hours; while three count
 * there is no other: `conflict`, with when. */
export const rollWebhookSecret = memberOperation({
  ...routes.rollWebhookSecret,
  request: z.object({}),
  response: z.object({ secret: z.string() }),
});

/** Which endpoint's events: one of the API's by its kind, or a further one by its id. */
const ofEndpoint = {
  kind: webhookKind.optional(),
  endpoint: z.uuid("must be an id").optional(),
};

/** `kept`: its endpoint is paused or it was just being resumed. */
export const deliveryState = oneOf(["pending", "kept", "delivered", "failed"]);

/** One event on its way; times are New Zealand local. */
export const deliveryRecord = z.object({
  id: z.string(),
  kind: oneOf(["inbound", "report", "further"]),
  /** Of an event for a further endpoint. */
  eventType: z.enum(EVENT_TYPES).nullable(),
  /** The further endpoint it is for; null where it has been removed. */
  endpointName: z.string().nullable(),
  createdAt: z.string(),
  state: deliveryState,
  /** All of them, those before it was sent again included. */
  attempts: z.int(),
  attemptedAt: z.string().nullable(),
  nextAttemptAt: z.string().nullable(),
  /** Of the last attempt. */
  responseCode: z.int().nullable(),
  error: z.string().nullable(),
  durationMs: z.int().nullable(),
});

/** Deliveries, newest first. */
export const listDeliveries = memberOperation({
  ...routes.listDeliveries,
  request: z.object({
    ...ofEndpoint,
    state: deliveryState.optional(),
    /** A status code, all that begin alike (`4xx`), or `none` where no answer came. */
    code: text()
      .regex(/^([1-5]xx|[1-5][0-9]{2}|none)$/, "must be a code such as 404, a class such as 4xx, or 'none'")
      .optional(),
    from: nzDateTime("start").optional(),
    to: nzDateTime("end").optional(),
    ...orderedKeyset,
    limit: limit(100, 25),
  }),
  response: z.object({ deliveries: z.array(deliveryRecord), total: counted, ...neighbours }),
});

/** One delivery: what is sent, and what its attempts came to. */
export const readDelivery = memberOperation({
  ...routes.readDelivery,
  request: z.object({ id: text() }),
  response: deliveryRecord.extend({
    /** Of the last attempt, else where it would go now; null when the endpoint is gone. */
    url: z.string().nullable(),
    mostAttempts: z.int(),
    /** How many attempts have come to an end. */
    ended: z.int(),
    /** Those before the last one, the latest `ATTEMPTS_KEPT` of them, newest first; `ended` counts the older ones too. */
    earlier: z.array(
      z.object({
        at: z.string(),
        /** Where it went; null for attempts from before that was kept. */
        url: z.string().nullable(),
        responseCode: z.int().nullable(),
        /** Its first kilobyte; null where none came, and for attempts from before it was kept. */
        responseBody: z.string().nullable(),
        error: z.string().nullable(),
        durationMs: z.int().nullable(),
      }),
    ),
    messageId: z.string().nullable(),
    body: z.string(),
    /** As they would be sent now; a signature, and never the secret. */
    headers: z.array(z.object({ name: z.string(), value: z.string() })),
    responseBody: z.string().nullable(),
  }),
});

/** Sends a delivery again, whatever became of it. */
export const resendDeliveryOperation = memberOperation({
  ...routes.resendDeliveryOperation,
  request: z.object({ id: text() }),
  response: done,
});

/** What a replay would send again: at most `MAX_WAITING` and one. */
export const countReplay = memberOperation({
  ...routes.countReplay,
  request: z.object({ since: nzDateTime("start"), all: flag(), ...ofEndpoint }),
  response: z.object({ events: z.int() }),
});

/** Sends what did not arrive since a time again, or with `all` everything. */
export const replayWebhooks = memberOperation({
  ...routes.replayWebhooks,
  request: z.object({ since: nzDateTime("start"), all: flag(), ...ofEndpoint }),
  response: z.object({ success: z.literal(true), replayed: z.int() }),
});

export type WebhookEndpointRecord = z.output<typeof webhookEndpoint>;
export type WebhookTestResult = z.output<typeof testWebhook.response>;
export type DeliveryRecord = z.output<typeof deliveryRecord>;
export type DeliveryDetails = z.output<typeof readDelivery.response>;
export type DeliveriesPage = z.output<typeof listDeliveries.response>;
export type DeliveriesAsked = z.input<typeof listDeliveries.request>;
export type DeliveriesRequest = z.output<typeof listDeliveries.request>;

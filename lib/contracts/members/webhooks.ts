import { z } from "zod";
import { nzDateTime } from "@/lib/contracts/base/nz-date-time";
import { flag, limit, oneOf, text } from "@/lib/contracts/base/parameters";
import { DEVELOPERS } from "@/lib/contracts/base/roles";
import { EVENT_TYPES } from "@/lib/contracts/base/values";
import { done } from "@/lib/contracts/members/account";
import { counted, neighbours, orderedKeyset } from "@/lib/contracts/members/cursor";
import { memberOperation } from "@/lib/contracts/members/operation";

/** The subject of events: incoming messages, or the reports of sent messages. */
export const webhookKind = oneOf(["inbound", "report"]);

/** The most stored attempts of a delivery before its last one. Older ones are only counted. */
export const ATTEMPTS_KEPT = 50;

/** The endpoint of one kind of event, with its state. Times are New Zealand local. */
export const webhookEndpoint = z.object({
  kind: webhookKind,
  url: z.string().nullable(),
  registeredAt: z.string().nullable(),
  /** The start of a series of failed attempts; null without one. */
  failingSince: z.string().nullable(),
  /** The start of a pause, during which its events are kept; null without one. */
  pausedAt: z.string().nullable(),
  /** The events that have not arrived yet, kept ones included: at most `MAX_WAITING` and one. */
  waiting: z.int(),
});

/** Returns both endpoints, and whether requests are signed. */
export const readWebhooks = memberOperation({
  method: "GET",
  path: "/api/members/webhooks",
  roles: DEVELOPERS,
  request: z.object({}),
  response: z.object({
    endpoints: z.array(webhookEndpoint),
    signed: z.boolean(),
    /** The remaining validity of each older secret, in milliseconds, the latest secret first. */
    olderForMs: z.array(z.int()),
  }),
});

/** Sets the URL of one kind of event, or of both. */
export const setWebhook = memberOperation({
  method: "POST",
  path: "/api/members/webhooks",
  roles: DEVELOPERS,
  request: z.object({ url: text(), kind: oneOf(["inbound", "report", "both"]) }),
  response: z.object({ success: z.literal(true), url: z.string() }),
});

/** Removes an endpoint. Its waiting events are not delivered. `ended` is their number. */
export const removeWebhookOperation = memberOperation({
  method: "POST",
  path: "/api/members/webhooks/remove",
  roles: DEVELOPERS,
  request: z.object({ kind: webhookKind }),
  response: z.object({ success: z.literal(true), ended: z.int() }),
});

/** Resumes a paused endpoint. */
export const resumeWebhookOperation = memberOperation({
  method: "POST",
  path: "/api/members/webhooks/resume",
  roles: DEVELOPERS,
  request: z.object({ kind: webhookKind }),
  response: done,
});

/** Sends a marked event to an endpoint at once, and returns the response. It is not stored. */
export const testWebhook = memberOperation({
  method: "POST",
  path: "/api/members/webhooks/test",
  roles: DEVELOPERS,
  request: z.object({ kind: webhookKind }),
  response: z.object({
    ok: z.boolean(),
    url: z.string(),
    signed: z.boolean(),
    requestBody: z.string(),
    responseCode: z.int().nullable(),
    /** The first kilobyte of the body. */
    responseBody: z.string().nullable(),
    error: z.string().nullable(),
    durationMs: z.int(),
  }),
});

/**
 * Creates a signing secret, which only this response has. The previous one stays valid for 24 hours. With three valid
 * secrets it is rejected with `conflict` and a time.
 */
export const rollWebhookSecret = memberOperation({
  method: "POST",
  path: "/api/members/webhooks/secret",
  roles: DEVELOPERS,
  request: z.object({}),
  response: z.object({ secret: z.string() }),
});

/** The endpoint of the events: one of the API's by its kind, or a further one by its id. */
const ofEndpoint = {
  kind: webhookKind.optional(),
  endpoint: z.uuid("must be an id").optional(),
};

/** `kept`: its endpoint is paused, or was just being resumed. */
export const deliveryState = oneOf(["pending", "kept", "delivered", "failed"]);

/** The delivery of one event. Times are New Zealand local. */
export const deliveryRecord = z.object({
  id: z.string(),
  kind: oneOf(["inbound", "report", "further"]),
  /** The type of an event for a further endpoint. */
  eventType: z.enum(EVENT_TYPES).nullable(),
  /** The name of its further endpoint; null after its removal. */
  endpointName: z.string().nullable(),
  createdAt: z.string(),
  state: deliveryState,
  /** All attempts, the ones before a repeat included. */
  attempts: z.int(),
  attemptedAt: z.string().nullable(),
  nextAttemptAt: z.string().nullable(),
  /** The status code of the last attempt. */
  responseCode: z.int().nullable(),
  error: z.string().nullable(),
  durationMs: z.int().nullable(),
});

/** Lists deliveries, newest first. */
export const listDeliveries = memberOperation({
  method: "GET",
  path: "/api/members/webhooks/deliveries",
  roles: DEVELOPERS,
  request: z.object({
    ...ofEndpoint,
    state: deliveryState.optional(),
    /** A status code, a class of codes (`4xx`), or `none` for no response. */
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

/** Returns a delivery: its request, and the outcomes of its attempts. */
export const readDelivery = memberOperation({
  method: "GET",
  path: "/api/members/webhooks/delivery",
  roles: DEVELOPERS,
  request: z.object({ id: text() }),
  response: deliveryRecord.extend({
    /** The URL of the last attempt, or else of the next one; null after the endpoint's removal. */
    url: z.string().nullable(),
    mostAttempts: z.int(),
    /** The number of attempts that have ended. */
    ended: z.int(),
    /** The attempts before the last one, newest first, at most `ATTEMPTS_KEPT`. `ended` counts older ones too. */
    earlier: z.array(
      z.object({
        at: z.string(),
        /** Its URL; null for attempts from before URLs were stored. */
        url: z.string().nullable(),
        responseCode: z.int().nullable(),
        /**
         * The first kilobyte of its body; null without a response, and for attempts from before bodies were stored.
         */
        responseBody: z.string().nullable(),
        error: z.string().nullable(),
        durationMs: z.int().nullable(),
      }),
    ),
    messageId: z.string().nullable(),
    body: z.string(),
    /** The headers that a request would have now, with a signature but without the secret. */
    headers: z.array(z.object({ name: z.string(), value: z.string() })),
    responseBody: z.string().nullable(),
  }),
});

/** Repeats a delivery, for any outcome. */
export const resendDeliveryOperation = memberOperation({
  method: "POST",
  path: "/api/members/webhooks/delivery/resend",
  roles: DEVELOPERS,
  request: z.object({ id: text() }),
  response: done,
});

/** Counts the events of a replay: at most `MAX_WAITING` and one. */
export const countReplay = memberOperation({
  method: "GET",
  path: "/api/members/webhooks/replay",
  roles: DEVELOPERS,
  request: z.object({ since: nzDateTime("start"), all: flag(), ...ofEndpoint }),
  response: z.object({ events: z.int() }),
});

/** Repeats the failed deliveries since a time, or with `all` every delivery. */
export const replayWebhooks = memberOperation({
  method: "POST",
  path: "/api/members/webhooks/replay",
  roles: DEVELOPERS,
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

import type { z } from "zod";
import type { oas31, ZodOpenApiPathItemObject } from "zod-openapi";
import { type InboundEvent, inboundEvent } from "@/lib/contracts/inbound-event";
import { type OptOutEvent, optOutEvent } from "@/lib/contracts/optout-event";
import { type ReportEvent, reportEvent } from "@/lib/contracts/report-event";

/** The headers of a request to a webhook (rules: signing). */
const HEADERS: oas31.ParameterObject[] = [
  {
    name: "X-Service-Delivery",
    in: "header",
    required: true,
    description: "Names this event. Repeats of the event have the same value.",
    schema: { type: "string" },
  },
  {
    name: "X-Service-Timestamp",
    in: "header",
    description:
      "The time of this attempt in Unix seconds, if there is a signing secret. Reject requests that are more than 5 minutes old.",
    schema: { type: "string", pattern: "^\\d+$", examples: ["1795215602"] },
  },
  {
    name: "X-Service-Signature",
    in: "header",
    description:
      "`v1=` and the lower-case hex HMAC-SHA256 of `<timestamp>.<raw body>` under the whole signing secret, if there is one. A rolled secret signs for 24 hours more: then there are up to three signatures, separated by commas.",
    schema: { type: "string", pattern: "^v1=[0-9a-f]{64}(,v1=[0-9a-f]{64})*$" },
  },
];

const RESPONSES = {
  "2XX": { description: "The event has arrived. Answer within ten seconds." },
  "410": { description: "The receiver does not want this event. It is not sent again." },
  default: { description: "The event is sent again, ten times in all over about three days." },
};

/** A reply, as a webhook receives it. */
export const INBOUND_MESSAGE_EXAMPLE: InboundEvent = {
  type: "SMS",
  messageId: "01a1fc20-11aa-7b52-8e2b-0d6f3c6a7f10",
  gatewayMessageId: "01a1fc20-11aa-7b52-8e2b-0d6f3c6a7f10",
  from: "64211234567",
  to: "552",
  body: "Yes please",
  timestamp: 1_795_215_690,
  encoding: "text/plain",
  network: "One NZ",
  replyTo: "01a1fc1e-7827-71fa-b114-9c303160f115",
  replyToGatewayId: "01a1fc1e-7827-71fa-b114-9c303160f115",
  replyToCustomerMessageId: "order-1001",
};

/** A delivery report, as a webhook receives it. */
export const DELIVERY_REPORT_EXAMPLE: ReportEvent = {
  type: "dlr",
  messageId: "01a1fc1e-7827-71fa-b114-9c303160f115",
  gatewayMessageId: "01a1fc1e-7827-71fa-b114-9c303160f115",
  status: "DELIVRD",
  statusCode: 1,
  timestamp: 1_795_215_602,
  details: { smsc: "simulator", smscid: "01a1fc1e-783c-7c02-9f6a-5b1d0e8a4c33" },
  customerMessageId: "order-1001",
};

/** An opt-out, as an endpoint with the event type `optout.changed` receives it. */
export const OPT_OUT_EXAMPLE: OptOutEvent = {
  type: "optout",
  number: "64211234567",
  active: true,
  keyword: "STOP",
  by: "message",
  shortcode: "552",
  timestamp: 1_795_215_690,
};

/**
 * The requests that the service posts to the account's webhooks (rules: inbound event, report event, opt-out event).
 */
export const WEBHOOKS: Record<string, ZodOpenApiPathItemObject> = {
  inboundMessage: {
    post: received("receiveInboundMessage", "An inbound message", inboundEvent, INBOUND_MESSAGE_EXAMPLE),
  },
  deliveryReport: {
    post: received("receiveDeliveryReport", "A delivery report", reportEvent, DELIVERY_REPORT_EXAMPLE),
  },
  optOut: {
    post: received("receiveOptOut", "An opt-out", optOutEvent, OPT_OUT_EXAMPLE),
  },
};

function received<Event extends z.ZodType>(
  operationId: string,
  summary: string,
  schema: Event,
  example: z.input<Event>,
): NonNullable<ZodOpenApiPathItemObject["post"]> {
  return {
    operationId,
    tags: ["Webhooks"],
    summary,
    description:
      "Posted to the URL that is registered for it, at least once: the same event may come again, and events may come in any order. Redirects are not followed.",
    security: [],
    parameters: HEADERS,
    requestBody: { required: true, content: { "application/json": { schema, example } } },
    responses: RESPONSES,
  };
}

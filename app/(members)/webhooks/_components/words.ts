import { countOf, formatCount } from "@/components/ui/count";
import type { EVENT_TYPES } from "@/lib/contracts/base/values";
import { MAX_WAITING } from "@/lib/contracts/base/values";
import type { DeliveryRecord, WebhookEndpointRecord } from "@/lib/contracts/members/webhooks";

export type EventType = (typeof EVENT_TYPES)[number];

export type Kind = WebhookEndpointRecord["kind"];

/** The words for each kind of event. */
export const KIND: Record<Kind, { title: string; one: string; what: string }> = {
  inbound: {
    title: "Replies",
    one: "Reply",
    what: "Every message people send to your numbers.",
  },
  report: {
    title: "Delivery reports",
    one: "Delivery report",
    what: "The outcome of each message you send, as soon as the network reports it.",
  },
};

/** The title and description of each type of event. */
export const EVENT_TYPE: Record<EventType, { title: string; what: string }> = {
  "message.inbound": { title: "Replies", what: "Every message people send to your numbers." },
  "message.report": { title: "All delivery reports", what: "Each report about a message you send." },
  "message.report.final": {
    title: "Final delivery reports",
    what: "Only the report that settles a message.",
  },
  "optout.changed": { title: "Opt-outs", what: "A number opts out or resubscribes, by text or by hand." },
};

const ONE: Record<NonNullable<DeliveryRecord["eventType"]>, string> = {
  "message.inbound": KIND.inbound.one,
  "message.report": KIND.report.one,
  "message.report.final": KIND.report.one,
  "optout.changed": "Opt-out change",
};

/** Returns the title of a delivery's event. */
export function eventName({ kind, eventType }: Pick<DeliveryRecord, "kind" | "eventType">): string {
  if (eventType !== null) return ONE[eventType];
  return kind === "further" ? "Event" : KIND[kind].one;
}

/** Returns the title of a delivery's endpoint. */
export function endpointOf({ kind, endpointName }: Pick<DeliveryRecord, "kind" | "endpointName">): string {
  return kind === "further" ? (endpointName ?? "A removed endpoint") : KIND[kind].title;
}

/** The title of each state of a delivery. */
export const DELIVERY_STATE: Record<DeliveryRecord["state"], string> = {
  pending: "Sending",
  kept: "On hold",
  delivered: "Delivered",
  failed: "Failed",
};

/** Returns the title of a delivery's state. A failed delivery that is retried has a title of its own. */
export function stateOf({ state, attempts }: Pick<DeliveryRecord, "state" | "attempts">): string {
  return state === "pending" && attempts > 0 ? "Retrying" : DELIVERY_STATE[state];
}

/** Formats a number of events that was counted up to `MAX_WAITING`: "1 event", "more than 10,000 events". */
export function events(count: number): string {
  if (count > MAX_WAITING) return `more than ${formatCount(MAX_WAITING)} events`;
  return countOf(count, "event");
}

/**
 * Formats the result of an attempt: its code, the reason for a missing code, or that there was no attempt.
 */
export function answer({
  responseCode,
  error,
  attemptedAt,
}: Pick<DeliveryRecord, "responseCode" | "error" | "attemptedAt">): string {
  if (error !== null) return responseCode === null ? error : `${responseCode}: ${error}`;
  return responseCode === null
    ? attemptedAt === null
      ? "Not tried yet"
      : "No response"
    : String(responseCode);
}

import type { Readiness } from "@/lib/db/readiness";
import type { Overdue } from "@/lib/jobs/sweep/overdue";

/** The state of a part of the service. */
export type PartState = "working" | "delayed" | "down" | "unknown";

export type ServicePart = { title: string; about: string; state: PartState; note: string };

/** The headline of the page, and the parts of the service. */
export type PublicStatus = { state: PartState; headline: string; parts: readonly ServicePart[] };

const HEADLINES: Readonly<Record<PartState, string>> = {
  working: "Everything is working",
  delayed: "Messages or events are delayed",
  down: "The service is unavailable",
  unknown: "The service is working in part",
};

const QUEUES = [
  { queue: "dispatch", title: "Message delivery", about: "Accepted messages reach a network." },
  { queue: "replies", title: "Auto replies", about: "Texts get the reply of the rule that they match." },
  { queue: "webhooks", title: "Webhooks", about: "Delivery reports and replies reach your endpoint." },
  { queue: "emails", title: "Email notifications", about: "Links and notices are emailed." },
] as const;

/**
 * Returns the public status of the service (rules: probes): the state of each part, and the length of a
 * delay. It names no cause.
 * @param overdue the queues with overdue work; null if they could not be read.
 */
export function publicStatus(readiness: Readiness, overdue: Overdue | null): PublicStatus {
  const isReady = readiness.status === "ready";
  const api: ServicePart = {
    title: "API and Members Area",
    about: "Requests are accepted and answered.",
    state: isReady ? "working" : "down",
    note: isReady ? "" : "Requests get 503. Accepted messages are not lost.",
  };
  const queues = QUEUES.map(({ queue, title, about }): ServicePart => {
    const lateS = overdue?.[queue];
    if (!isReady) return { title, about, state: "down", note: "Continues once the API works again." };
    if (overdue === null) return { title, about, state: "unknown", note: "" };
    if (lateS === undefined) return { title, about, state: "working", note: "" };
    return { title, about, state: "delayed", note: `Delayed by ${minutes(lateS)}.` };
  });
  const parts = [api, ...queues];
  const worst = (["down", "delayed", "unknown"] as const).find((state) =>
    parts.some((part) => part.state === state),
  );
  const state = worst ?? "working";
  return { state, headline: HEADLINES[state], parts };
}

function minutes(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds / 60));
  return whole === 1 ? "1 minute" : `${whole.toLocaleString("en-NZ")} minutes`;
}

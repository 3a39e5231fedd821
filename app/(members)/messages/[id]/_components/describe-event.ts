import { countOf } from "@/components/ui/count";
import type { MessageEvent } from "@/lib/contracts/members/messages";
import type { DeliveryStatus } from "@/lib/sms/status";

/** An event as a person reads it. */
export type Described = {
  title: string;
  details: string[];
  tone: "good" | "bad" | "waiting" | "plain";
};

const REPORTS: Partial<Record<DeliveryStatus, [title: string, tone: Described["tone"]]>> = {
  DELIVRD: ["Delivered to the phone", "good"],
  UNDELIV: ["Could not be delivered", "bad"],
  ACCEPTD: ["Accepted by the network", "plain"],
  QUEUED: ["Expired, or waiting at the network", "waiting"],
};

const ENDS = {
  BLOCKED: "Blocked: it was not sent",
  FAILED: "Failed: no network took it",
  DELETED: "Deleted: it will not be sent",
} as const;

const REASONS = {
  unsubscribed: "This number has opted out of your messages.",
  invalid_number: "No mobile phone can have this number.",
} as const;

/** Describes an event in a few words, with details below. */
export function describeEvent(event: MessageEvent): Described {
  switch (event.kind) {
    case "accepted":
      return { title: "Accepted", details: [], tone: "plain" };
    case "held": {
      const details = [
        `It links to ${listed(event.domains)}, not approved for your account when it was sent.`,
      ];
      return { title: "Held until its links are approved", details, tone: "waiting" };
    }
    case "night":
      return { title: "Queued for the night", details: [`Until ${event.until}.`], tone: "waiting" };
    case "trying": {
      const next = event.nextAt === null ? "" : ` The next is due at ${event.nextAt}.`;
      const details = [`${countOf(event.attempts, "attempt")} so far.${next}`];
      return { title: "The network has not answered yet", details, tone: "waiting" };
    }
    case "attempt":
      return attempt(event);
    case "sent": {
      const twice = "An earlier attempt was not answered, so the phone may get it twice.";
      const details = [`By way of ${event.carrier}.`, ...(event.possibleDuplicate ? [twice] : [])];
      return { title: "Sent to the network", details, tone: "plain" };
    }
    case "report": {
      const [title, tone] = REPORTS[event.status] ?? ["Reported by the network", "plain"];
      const report = `Report ${event.status}, code ${event.code}${withError(event.error)}.`;
      return { title, details: [...causes(event.cause, tone), report], tone };
    }
    case "unreadable": {
      const details = [
        event.raw,
        `By way of ${event.carrier}. It may be about another message to this phone.`,
      ];
      return { title: "The network sent a report that cannot be read", details, tone: "bad" };
    }
    case "ended": {
      const details = event.reason === null ? [] : [REASONS[event.reason]];
      return { title: ENDS[event.status], details, tone: event.status === "DELETED" ? "plain" : "bad" };
    }
    case "webhook":
      return webhook(event);
    case "reply":
      return { title: "They replied", details: [event.text], tone: "good" };
  }
}

const ATTEMPTS = {
  refused: "The network refused it",
  elsewhere: "The network did not take it",
  unknown: "The network did not answer",
} as const;

function attempt({ carrier, outcome, error, cause }: MessageEvent & { kind: "attempt" }): Described {
  const unanswered = "Nobody knows whether it was sent. It is not sent again.";
  const why = cause ?? (outcome === "unknown" ? unanswered : null);
  const details = [...(why === null ? [] : [why]), `By way of ${carrier}${withError(error)}.`];
  return { title: ATTEMPTS[outcome], details, tone: outcome === "elsewhere" ? "waiting" : "bad" };
}

/** What a network's error means, where the report tells of a failure. */
function causes(cause: string | null, tone: Described["tone"]): string[] {
  return cause === null || tone === "good" ? [] : [cause];
}

function withError(error: string | null): string {
  return error === null || /^0*$/.test(error) ? "" : `, error ${error}`;
}

function webhook(event: MessageEvent & { kind: "webhook" }): Described {
  const report = event.about === "" ? "The report" : `The report ${event.about}`;
  if (event.attempts === 0) {
    const isKept = event.nextAt === null && event.state === "pending";
    return isKept
      ? { title: "Kept for your webhook, which is paused", details: [`${report}.`], tone: "waiting" }
      : { title: "On its way to your webhook", details: [`${report}.`], tone: "plain" };
  }
  const came = event.responseCode === null ? "did not answer" : `answered ${event.responseCode}`;
  const took = event.durationMs === null ? "" : ` The last took ${event.durationMs} ms.`;
  const next =
    event.state === "pending" && event.nextAt !== null ? ` The next is due at ${event.nextAt}.` : "";
  const details = [
    `${report}: ${countOf(event.attempts, "attempt")}.${took}${next}`,
    ...(event.error === null ? [] : [event.error]),
    ...(event.url === null ? [] : [event.url]),
  ];
  if (event.state === "delivered") return { title: `Your webhook ${came}`, details, tone: "good" };
  if (event.state === "failed") return { title: `Your webhook ${came}; given up`, details, tone: "bad" };
  return { title: `Your webhook ${came}; it will be tried again`, details, tone: "waiting" };
}

/** `a`, `a and b`, `a, b and c`. */
function listed(names: readonly string[]): string {
  return new Intl.ListFormat("en-NZ").format(names);
}

import { countOf } from "@/components/ui/count";
import { webhookOutcome } from "@/components/words/webhook-outcome";
import type { MessageEvent } from "@/lib/contracts/members/messages";
import type { DeliveryStatus } from "@/lib/sms/status";

/** An event in words. */
export type EventWords = {
  title: string;
  details: string[];
  tone: "good" | "bad" | "waiting" | "plain";
};

const REPORTS: Partial<Record<DeliveryStatus, [title: string, tone: EventWords["tone"]]>> = {
  DELIVRD: ["Delivered to the phone", "good"],
  UNDELIV: ["Not delivered", "bad"],
  ACCEPTD: ["Accepted by network", "plain"],
  QUEUED: ["Expired or queued by network", "waiting"],
};

const ENDS = {
  BLOCKED: "Blocked: not sent",
  FAILED: "Failed: no network accepted it",
  DELETED: "Cancelled: won’t be sent",
} as const;

const REASONS = {
  unsubscribed: "This number has opted out of your messages.",
  invalid_number: "This is not a valid mobile number.",
} as const;

/**
 * Describes an event in a few words, with details below.
 * @param say formats a time for use within a sentence.
 */
export function describeEvent(event: MessageEvent, say: (at: string) => string): EventWords {
  switch (event.kind) {
    case "accepted":
      return { title: "Accepted", details: [], tone: "plain" };
    case "held": {
      const details = [`Links to ${listed(event.domains)}, which wasn’t approved for your account.`];
      return { title: "Held: link not approved", details, tone: "waiting" };
    }
    case "night":
      return { title: "Queued overnight", details: [`Until ${say(event.until)}.`], tone: "waiting" };
    case "scheduled":
      return { title: "Scheduled", details: [`For ${say(event.until)}.`], tone: "waiting" };
    case "paused":
      return { title: "Paused", details: ["It waits until its send is resumed."], tone: "waiting" };
    case "trying": {
      const next = event.nextAt === null ? "" : ` Next attempt: ${say(event.nextAt)}.`;
      const details = [`${countOf(event.attempts, "attempt")} so far.${next}`];
      return { title: "Waiting for the network", details, tone: "waiting" };
    }
    case "attempt":
      return attempt(event);
    case "sent": {
      const twice = "An earlier attempt got no response, so the phone may receive it twice.";
      const details = [`Network: ${event.carrier}.`, ...(event.possibleDuplicate ? [twice] : [])];
      return { title: "Sent to network", details, tone: "plain" };
    }
    case "report": {
      const [title, tone] = REPORTS[event.status] ?? ["Network report", "plain"];
      const report = `Report ${event.status}, code ${event.code}${withError(event.error)}.`;
      return { title, details: [...causes(event.cause, tone), report], tone };
    }
    case "unreadable": {
      const details = [
        event.raw,
        `Network: ${event.carrier}. It may be about another message to this phone.`,
      ];
      return { title: "Unreadable report from the network", details, tone: "bad" };
    }
    case "ended": {
      const details = event.reason === null ? [] : [REASONS[event.reason]];
      return { title: ENDS[event.status], details, tone: event.status === "DELETED" ? "plain" : "bad" };
    }
    case "webhook":
      return webhook(event, say);
    case "reply":
      return { title: "They replied", details: [event.text], tone: "good" };
  }
}

const ATTEMPTS = {
  refused: "Rejected by the network",
  elsewhere: "Not accepted by this network",
  unknown: "No response from the network",
} as const;

function attempt({ carrier, outcome, error, cause }: MessageEvent & { kind: "attempt" }): EventWords {
  const unanswered = "It may or may not have been sent. It won’t be sent again.";
  const why = cause ?? (outcome === "unknown" ? unanswered : null);
  const details = [...(why === null ? [] : [why]), `Network: ${carrier}${withError(error)}.`];
  return { title: ATTEMPTS[outcome], details, tone: outcome === "elsewhere" ? "waiting" : "bad" };
}

/** Returns the meaning of a network's error if the report is about a failure. */
function causes(cause: string | null, tone: EventWords["tone"]): string[] {
  return cause === null || tone === "good" ? [] : [cause];
}

function withError(error: string | null): string {
  return error === null || /^0*$/.test(error) ? "" : `, error ${error}`;
}

function webhook(event: MessageEvent & { kind: "webhook" }, say: (at: string) => string): EventWords {
  const title = webhookOutcome(event);
  const report = event.about === "" ? "Report" : `Report ${event.about}`;
  if (event.attempts === 0) {
    const isKept = event.nextAt === null && event.state === "pending";
    return { title, details: [`${report}.`], tone: isKept ? "waiting" : "plain" };
  }
  const took = event.durationMs === null ? "" : ` Last duration ${event.durationMs} ms.`;
  const next =
    event.state === "pending" && event.nextAt !== null ? ` Next attempt: ${say(event.nextAt)}.` : "";
  const details = [
    `${report}: ${countOf(event.attempts, "attempt")}.${took}${next}`,
    ...(event.error === null ? [] : [event.error]),
    ...(event.url === null ? [] : [event.url]),
  ];
  return { title, details, tone: WEBHOOK_TONES[event.state] };
}

const WEBHOOK_TONES = { pending: "waiting", delivered: "good", failed: "bad" } as const;

/** Joins names: `a`, `a and b`, `a, b and c`. */
function listed(names: readonly string[]): string {
  return new Intl.ListFormat("en-NZ").format(names);
}

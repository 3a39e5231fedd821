import { submissionCause } from "@/lib/carriers/causes/submission-cause";
import { networkErrorCause } from "@/lib/carriers/network-errors";
import type { MessageEvent } from "@/lib/contracts/members/messages";
import { messageState, type StateFacts } from "@/lib/messages/query/message-state";
import { linkHosts } from "@/lib/sms/links/links";
import { formatNz } from "@/lib/sms/nz-time";
import { keepsQuietHours, type QuietHours, releaseTime } from "@/lib/sms/quiet-hours";
import type { DeliveryStatus } from "@/lib/sms/status";

/** A stored message and its stored events. */
export type TimelineFacts = {
  message: StateFacts & {
    to: string;
    text: string;
    sendType: "sms" | "otp" | "appointment";
    at: Date;
    statusAt: Date | null;
    blockedReason: "unsubscribed" | "invalid_number" | null;
    attempts: number;
    carrier: string | null;
    submittedAt: Date | null;
    possibleDuplicate: boolean;
  };
  attempts: {
    carrier: string;
    outcome: "refused" | "elsewhere" | "unknown";
    error: string | null;
    at: Date;
  }[];
  reports: { status: DeliveryStatus; code: number; error: string | null; at: Date }[];
  unreadable: { carrier: string; raw: string; at: Date }[];
  deliveries: {
    about: string | null;
    state: "pending" | "delivered" | "failed";
    attempts: number;
    createdAt: Date;
    attemptedAt: Date | null;
    url: string | null;
    responseCode: number | null;
    error: string | null;
    durationMs: number | null;
    dueAt: Date | null;
  }[];
  replies: { text: string; at: Date }[];
};

type DatedEvent = { at: Date; event: MessageEvent };

/** Returns the events of a message in the order of time. An event that it waits for is last. */
export function messageTimeline(facts: TimelineFacts, quiet: QuietHours, now: Date): MessageEvent[] {
  const { message } = facts;
  const happened = [
    ...waits(message, quiet, now),
    ...facts.attempts.map(({ at, ...attempt }) =>
      dated(at, { kind: "attempt", ...attempt, cause: submissionCause(attempt.error) }),
    ),
    ...sending(message),
    ...facts.reports.map(({ at, ...report }) =>
      dated(at, { kind: "report", ...report, cause: networkErrorCause(report.error) }),
    ),
    ...facts.unreadable.map(({ at, ...report }) => dated(at, { kind: "unreadable", ...report })),
    ...ended(message),
    ...facts.deliveries.map(attempted),
    ...facts.replies.map(({ text, at }) => dated(at, { kind: "reply", text })),
  ];
  // The sort is stable: events of the same time remain in the order above.
  const sorted = happened.sort((one, other) => one.at.getTime() - other.at.getTime());
  // Acceptance comes first, even if another machine's clock says otherwise.
  return [dated(message.at, { kind: "accepted" }), ...sorted].map(({ event }) => event);
}

type WithoutAt<Event> = Event extends unknown ? Omit<Event, "at"> : never;

function dated(at: Date, event: WithoutAt<MessageEvent>): DatedEvent {
  return { at, event: { ...event, at: formatNz(at) } };
}

/** Returns the wait of a message that is held, scheduled or paused, or that waits or waited for the morning. */
function waits(message: TimelineFacts["message"], quiet: QuietHours, now: Date): DatedEvent[] {
  const { at, heldHosts, dueAt, sendAt, pausedAt } = message;
  const paused: DatedEvent[] = pausedAt === null ? [] : [dated(pausedAt, { kind: "paused" })];
  const held: DatedEvent[] =
    heldHosts.length > 0 ? [dated(at, { kind: "held", domains: [...heldHosts] })] : [];
  if (sendAt !== null) return [dated(at, { kind: "scheduled", until: formatNz(sendAt) }), ...held, ...paused];
  if (held.length > 0 || paused.length > 0) return [...held, ...paused];
  if (messageState(message, now) === "NIGHT" && dueAt)
    return [dated(at, { kind: "night", until: formatNz(dueAt) })];
  const until = nightBehind(message, quiet);
  return until === null ? [] : [dated(at, { kind: "night", until: formatNz(until) })];
}

/**
 * Returns the end of the night that a message has waited for; null if there was none or it is unknown. A wait is not
 * stored: it is computed from the times of acceptance and sending. A message with a link may have been held instead,
 * and returns null.
 */
function nightBehind(message: TimelineFacts["message"], quiet: QuietHours): Date | null {
  const { at, to, text, sendType, submittedAt, firstTriedAt, status, statusAt } = message;
  const endedAt = status === "BLOCKED" || status === "FAILED" ? statusAt : null;
  const wentOnAt = submittedAt ?? firstTriedAt ?? endedAt;
  if (wentOnAt === null || !keepsQuietHours(to, sendType)) return null;
  const until = releaseTime(at, quiet);
  return until !== null && wentOnAt >= until && linkHosts(text).length === 0 ? until : null;
}

/** Returns the submission to the network, or the attempts so far. */
function sending(message: TimelineFacts["message"]): DatedEvent[] {
  const { submittedAt, carrier, possibleDuplicate, firstTriedAt, attempts, status, dueAt } = message;
  if (submittedAt) return [dated(submittedAt, { kind: "sent", carrier: carrier ?? "", possibleDuplicate })];
  if (status !== "PENDING" || !firstTriedAt) return [];
  return [dated(firstTriedAt, { kind: "trying", attempts, nextAt: dueAt && formatNz(dueAt) })];
}

/** Returns the end of a message that no network reported. */
function ended({ status, statusAt, blockedReason }: TimelineFacts["message"]): DatedEvent[] {
  if (statusAt === null || (status !== "BLOCKED" && status !== "FAILED" && status !== "DELETED")) return [];
  return [dated(statusAt, { kind: "ended", status, reason: blockedReason })];
}

function attempted(delivery: TimelineFacts["deliveries"][number]): DatedEvent {
  const { about, createdAt, attemptedAt, dueAt, ...outcome } = delivery;
  return dated(attemptedAt ?? createdAt, {
    kind: "webhook",
    about: about ?? "",
    ...outcome,
    nextAt: dueAt && formatNz(dueAt),
  });
}

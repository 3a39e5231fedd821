import type { DeliveryStatus } from "@/lib/sms/status";

/** The meaning of a delivery status for the sender of the message (rules: statuses, report codes). */
export type DeliveryOutcome = {
  /** The anchor of its documentation, such as `UNDELIV`. */
  id: string;
  status: DeliveryStatus;
  /** The codes of its reports; `null` for a status without a code. */
  codes: readonly (number | null)[];
  title: string;
  cause: string;
  advice: string;
  /** True if a repeat may help. */
  isWorthRepeating: boolean;
};

/** The reason of a block (rules: blocked messages). */
export type BlockedReason = "unsubscribed" | "invalid_number";

const UNSUBSCRIBED: DeliveryOutcome = {
  id: "BLOCKED-unsubscribed",
  status: "BLOCKED",
  codes: [-1],
  isWorthRepeating: false,
  title: "Blocked: opted out",
  cause: "The number has opted out of your messages. The message wasn’t sent, and it’s still charged.",
  advice: "Don’t text this number. Once the person has agreed to it, unblock the number and send again.",
};

const INVALID_NUMBER: DeliveryOutcome = {
  id: "BLOCKED-invalid_number",
  status: "BLOCKED",
  codes: [-1],
  isWorthRepeating: false,
  title: "Blocked: invalid number",
  cause: "No mobile phone can have this number. The message wasn’t sent, and it’s still charged.",
  advice: "Correct the number in your records, then send to the right one.",
};

/** The delivery statuses, failures first. */
export const DELIVERY_OUTCOMES: readonly DeliveryOutcome[] = [
  {
    id: "UNDELIV",
    status: "UNDELIV",
    codes: [2, 16],
    isWorthRepeating: true,
    title: "Not delivered",
    cause:
      "A network accepted the message but couldn’t deliver it. The phone was off or out of reach for too long, the number isn’t in service, or the phone can’t receive texts. Codes 2 and 16 mean the same: networks differ in which they use.",
    advice:
      "Check the number. If it’s right, send again later. If it keeps failing, contact the person another way.",
  },
  {
    id: "FAILED",
    status: "FAILED",
    codes: [16],
    isWorthRepeating: true,
    title: "Failed before it reached a network",
    cause:
      "No network accepted the message: they rejected it, couldn’t be reached, or its validity ended first. A network that doesn’t respond also counts, so in rare cases the phone may have received it.",
    advice:
      "See the message’s history for the reason. Check the sender and the number, then send again. With `validityMinutes`, allow more time.",
  },
  {
    id: "NACKED",
    status: "NACKED",
    codes: [],
    isWorthRepeating: true,
    title: "Rejected by the network",
    cause: "The network rejected the message, for example because of its sender or its text.",
    advice: "Change the sender or the text before you send again.",
  },
  UNSUBSCRIBED,
  INVALID_NUMBER,
  {
    id: "DELETED",
    status: "DELETED",
    codes: [null],
    isWorthRepeating: true,
    title: "Cancelled before it was sent",
    cause:
      "The message was cancelled while it was scheduled, queued or held. Or it links to a domain that isn’t approved for your account, and the domain was rejected or the message held for too long. Its price was refunded.",
    advice: "Send it again if you still need to. For a link, request approval of the domain first.",
  },
  {
    id: "UNKNOWN",
    status: "UNKNOWN",
    codes: [],
    isWorthRepeating: false,
    title: "Unknown",
    cause:
      "The outcome of the message is unknown. The network sent no report, or sent a report with a code we don’t know.",
    advice: "A late report still counts. Contact support with the message ID if none arrives.",
  },
  {
    id: "QUEUED",
    status: "QUEUED",
    codes: [4],
    isWorthRepeating: false,
    title: "Expired or queued by the network",
    cause:
      "The network couldn’t deliver the message yet. It keeps trying, or it has stopped because the time for it is over. The code is the same for both.",
    advice: "Wait for another report. If none arrives within two days, treat it as not delivered.",
  },
  {
    id: "ACCEPTD",
    status: "ACCEPTD",
    codes: [8],
    isWorthRepeating: false,
    title: "Accepted by the network",
    cause: "The network has the message and is delivering it.",
    advice: "Nothing to do. Another report follows.",
  },
  {
    id: "ENROUTE",
    status: "ENROUTE",
    codes: [],
    isWorthRepeating: false,
    title: "On its way",
    cause: "The message is on its way through the network.",
    advice: "Nothing to do. Another report follows.",
  },
  {
    id: "PENDING",
    status: "PENDING",
    codes: [null],
    isWorthRepeating: false,
    title: "Pending",
    cause: "No network has reported on it so far: the message was just sent, is queued overnight or is held.",
    advice: "Nothing to do. Messages that are held need their domain approved.",
  },
  {
    id: "DELIVRD",
    status: "DELIVRD",
    codes: [1],
    isWorthRepeating: false,
    title: "Delivered",
    cause: "The phone has the message.",
    advice: "Nothing to do.",
  },
];

/** The statuses on which a sender has to act. */
const FAILURES: ReadonlySet<string> = new Set([
  "UNDELIV",
  "FAILED",
  "NACKED",
  "BLOCKED",
  "DELETED",
  "UNKNOWN",
]);

/**
 * Returns the cause of a failure and its remedy, or undefined for a state that is no failure.
 * @param reason the reason of a block. Without one the recipient has opted out, which is by far the most frequent.
 */
export function failureOf(state: string, reason: BlockedReason | null): DeliveryOutcome | undefined {
  if (!FAILURES.has(state)) return undefined;
  if (state === "BLOCKED") return reason === "invalid_number" ? INVALID_NUMBER : UNSUBSCRIBED;
  return DELIVERY_OUTCOMES.find(({ status }) => status === state);
}

/**
 * Returns the meaning of a delivery status.
 * @param reason the reason of a block. Without one the recipient has opted out.
 */
export function outcomeOf(status: DeliveryStatus, reason: BlockedReason | null): DeliveryOutcome {
  const found = failureOf(status, reason) ?? DELIVERY_OUTCOMES.find((outcome) => outcome.status === status);
  if (!found) throw new RangeError(`There is no outcome for ${status}.`);
  return found;
}

/** Returns report codes in words, such as `codes 2 or 16`. The result is empty for no codes. */
export function codesInWords(codes: readonly (number | null)[]): string {
  if (codes.length === 0) return "";
  const told = codes.map((code) => (code === null ? "null" : String(code))).join(" or ");
  return `${codes.length === 1 ? "code" : "codes"} ${told}`;
}

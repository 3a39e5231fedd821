import type { MessageState } from "@/lib/contracts/members/messages";

/** The title of each message state. */
export const MESSAGE_STATE_WORDS: Record<MessageState, string> = {
  DELIVRD: "Delivered",
  PENDING: "Sent",
  HELD: "Held: link not approved",
  NIGHT: "Queued until morning",
  SCHEDULED: "Scheduled",
  PAUSED: "Paused",
  ACCEPTD: "Accepted by network",
  ENROUTE: "On its way",
  QUEUED: "Queued by network",
  UNDELIV: "Not delivered",
  FAILED: "Failed",
  NACKED: "Rejected by network",
  BLOCKED: "Blocked",
  DELETED: "Cancelled",
  UNKNOWN: "Unknown",
};

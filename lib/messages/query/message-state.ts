import type { MessageState } from "@/lib/contracts/members/messages";
import type { DeliveryStatus } from "@/lib/sms/status";

/** The facts that determine a message's state. */
export type StateFacts = {
  status: DeliveryStatus;
  heldHosts: readonly string[];
  dueAt: Date | null;
  firstTriedAt: Date | null;
  /** The earliest time of sending, if it was scheduled. */
  sendAt: Date | null;
  /** The time since which its send is paused. */
  pausedAt: Date | null;
};

/**
 * Returns the state of a message for its account: the delivery status. A pending message may be paused or held, or
 * wait for its scheduled time or for the morning. A message that was tried and is due later waits for the network.
 */
export function messageState(message: StateFacts, now: Date): MessageState {
  if (message.status !== "PENDING") return message.status;
  if (message.pausedAt !== null) return "PAUSED";
  if (message.heldHosts.length > 0) return "HELD";
  if (message.firstTriedAt !== null || message.dueAt === null || message.dueAt <= now) return "PENDING";
  return message.sendAt === null ? "NIGHT" : "SCHEDULED";
}

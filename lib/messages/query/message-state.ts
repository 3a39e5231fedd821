import type { MessageState } from "@/lib/contracts/members/messages";
import type { DeliveryStatus } from "@/lib/sms/status";

/** The facts that a message's state follows from. */
export type StateFacts = {
  status: DeliveryStatus;
  heldHosts: readonly string[];
  dueAt: Date | null;
  firstTriedAt: Date | null;
  /** When it goes out at the earliest, where it was scheduled. */
  sendAt: Date | null;
  /** Since when its send is paused. */
  pausedAt: Date | null;
};

/**
 * The state of a message as an account sees it: its delivery status. For a pending message it also tells
 * whether it is paused or held, or waits for the time that it is scheduled for or for the morning. A message that was tried
 * and is due later waits for the network.
 */
export function messageState(message: StateFacts, now: Date): MessageState {
  if (message.status !== "PENDING") return message.status;
  if (message.pausedAt !== null) return "PAUSED";
  if (message.heldHosts.length > 0) return "HELD";
  if (message.firstTriedAt !== null || message.dueAt === null || message.dueAt <= now) return "PENDING";
  return message.sendAt === null ? "NIGHT" : "SCHEDULED";
}

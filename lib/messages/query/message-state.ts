import type { MessageState } from "@/lib/contracts/members/messages";
import type { DeliveryStatus } from "@/lib/sms/status";

/** What of a message its state follows from. */
export type StateFacts = {
  status: DeliveryStatus;
  heldHosts: readonly string[];
  dueAt: Date | null;
  firstTriedAt: Date | null;
};

/**
 * What an account is told of a message: its delivery status; while there is none, whether it is held for a domain or
 * waits for the morning. One that has been tried and is due later waits for the network, not for the morning.
 */
export function messageState(message: StateFacts, now: Date): MessageState {
  if (message.status !== "PENDING") return message.status;
  if (message.heldHosts.length > 0) return "HELD";
  return message.firstTriedAt === null && message.dueAt !== null && message.dueAt > now ? "NIGHT" : "PENDING";
}

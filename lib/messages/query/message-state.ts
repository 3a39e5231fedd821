import type { MessageState } from "@/lib/contracts/members/messages";
import { sql } from "@/lib/db/sql";
import type { DeliveryStatus } from "@/lib/sms/status";

/** What of a message its state follows from. */
export type StateFacts = {
  status: DeliveryStatus;
  heldHosts: readonly string[];
  dueAt: Date | null;
  firstTriedAt: Date | null;
};

/** The columns of `messages m` that `messageState` needs, and of `u`, as `LEFT_JOIN_QUEUE` joins it. */
export const STATE_COLUMNS = sql`m.status, m.held_hosts as "heldHosts", u.due_at as "dueAt",
  u.first_tried_at as "firstTriedAt"`;

/**
 * What an account is told of a message: its delivery status; while there is none, whether it is held for a domain or
 * waits for the morning. One that has been tried and is due later waits for the network, not for the morning.
 */
export function messageState(message: StateFacts, now: Date): MessageState {
  if (message.status !== "PENDING") return message.status;
  if (message.heldHosts.length > 0) return "HELD";
  return message.firstTriedAt === null && message.dueAt !== null && message.dueAt > now ? "NIGHT" : "PENDING";
}

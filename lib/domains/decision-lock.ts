import type { Queryable } from "@/lib/db/client";
import { lockSlots, SLOTS } from "@/lib/db/locks/lock-rows";

/**
 * Puts the decisions on an account's domains (rules: domain requests), and its requests for them, one after
 * the other. Each sees what the one before has committed. Held until the transaction ends, and in nobody
 * else's way: sends take other locks.
 */
export async function lockDecisions(tx: Queryable, accountId: number): Promise<void> {
  await lockSlots(tx, "domain_decisions", [accountId % SLOTS]);
}

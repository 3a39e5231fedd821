import type { Queryable } from "@/lib/db/client";
import { lockSlots, SLOTS } from "@/lib/db/locks/lock-rows";

/**
 * Locks the decisions on an account's domains (rules: domain requests) and the account's requests until the
 * transaction ends. Each sees the committed result of the previous one. Sends do not wait for this lock.
 */
export async function lockDecisions(tx: Queryable, accountId: number): Promise<void> {
  await lockSlots(tx, "domain_decisions", [accountId % SLOTS]);
}

import type { Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

/** Names these among PostgreSQL's advisory locks of two numbers; the other is the account. */
const LOCK_KIND = 7_415_003;

/**
 * Has the decisions on an account's domains (rules: domain requests), and its requests for them, go one after the
 * other, each seeing what the one before has committed. Held until the transaction ends, and in nobody else's way:
 * sends take other locks.
 */
export async function lockDecisions(tx: Queryable, accountId: number): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${LOCK_KIND}::int, ${accountId}::int)`);
}

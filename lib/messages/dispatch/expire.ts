import type { Database } from "@/lib/db/client";
import { claimExpiredStatement, type ExpiredRow } from "@/lib/messages/dispatch/dispatch.sql";
import { finishStatement } from "@/lib/messages/dispatch/finish.sql";
import { expired } from "@/lib/messages/dispatch/finish-of";
import { LEASE_MS } from "@/lib/queue/leased";

/** How many overdue messages of each carrier are looked at. */
const MAX_LOOKED_AT = 10_000;

/**
 * Fails overdue messages whose validity is over (rules: validity). Dispatch does it with what it claims, but
 * claims nothing for a carrier that is down.
 * @returns how many there were.
 */
export async function expireOverdue(db: Database, now: Date): Promise<number> {
  const lease = new Date(now.getTime() + LEASE_MS);
  const rows = await db.query<ExpiredRow>(claimExpiredStatement(now, lease, MAX_LOOKED_AT));
  if (rows.length === 0) return 0;
  const finished = rows.map((row) => expired(row, now));
  await db.query(finishStatement(finished, "none", now));
  return rows.length;
}

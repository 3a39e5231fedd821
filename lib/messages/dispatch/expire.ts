import type { Database } from "@/lib/db/client";
import { queryInTransaction } from "@/lib/db/partitions/in-transaction";
import { claimExpiredStatement, type ExpiredRow } from "@/lib/messages/dispatch/dispatch.sql";
import { expired, lost } from "@/lib/messages/dispatch/finish/finish-of";
import { recordFinished } from "@/lib/messages/dispatch/finish/record-finished";
import { removedCarriers } from "@/lib/messages/dispatch/move-stranded";
import { LEASE_MS } from "@/lib/queue/leased";

/** How many overdue messages of each carrier are looked at. */
const MAX_LOOKED_AT = 10_000;

/** What a carrier perhaps has is left to it for so long beyond its hold: it may be up again. */
const UNKNOWN_GRACE_MS = 5 * 60_000;

/**
 * Ends overdue messages whose validity is over (rules: validity): FAILED, or UNKNOWN where a carrier perhaps has one. Dispatch
 * does it with what it claims, but claims nothing for a carrier that is down.
 * @returns how many there were.
 */
export async function expireOverdue(db: Database, now: Date): Promise<number> {
  const lease = new Date(now.getTime() + LEASE_MS);
  const unknownDueBy = new Date(now.getTime() - UNKNOWN_GRACE_MS);
  const removed = await removedCarriers(db);
  const search = { now, unknownDueBy, lease, limit: MAX_LOOKED_AT, removed };
  const rows = await queryInTransaction<ExpiredRow>(db, claimExpiredStatement(search));
  for (const carrier of new Set(rows.map(({ perhapsAt }) => perhapsAt))) {
    const own = rows.filter(({ perhapsAt }) => perhapsAt === carrier);
    const finished = own.map((row) => (carrier === null ? expired(row, now) : lost(row, now)));
    await recordFinished(db, finished, carrier ?? "none", now);
  }
  return rows.length;
}

import type { Database } from "@/lib/db/client";
import { queryInTransaction } from "@/lib/db/partitions/in-transaction";
import { claimExpiredStatement, type ExpiredRow } from "@/lib/messages/dispatch/dispatch.sql";
import { expired, lost } from "@/lib/messages/dispatch/finish/finish-of";
import { recordFinished } from "@/lib/messages/dispatch/finish/record-finished";
import { removedCarriers } from "@/lib/messages/dispatch/move-stranded";
import { LEASE_MS } from "@/lib/queue/leased";

/** The overdue messages of each carrier that are read. */
const MAX_LOOKED_AT = 10_000;

/**
 * The time beyond its hold for which a message is left to the carrier that may have it: the carrier may be up again.
 */
const UNKNOWN_GRACE_MS = 5 * 60_000;

/**
 * Ends overdue messages whose validity is over (rules: validity), as FAILED, or as UNKNOWN if a carrier may have
 * them. Dispatch also ends the messages that it claims, but claims none for a carrier that is down.
 * @returns the number of ended messages.
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

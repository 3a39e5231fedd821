import { lockAccountsStatement } from "@/lib/accounts/lock-account.sql";
import { DESTINATION_BLOCKED } from "@/lib/carriers/causes/submission-cause";
import { loadRoutes } from "@/lib/carriers/route-table";
import { blockedRange } from "@/lib/carriers/routing/blocked-ranges";
import { leaveIfMoved } from "@/lib/db/cells/while-moving";
import type { Database } from "@/lib/db/client";
import { discardStatement } from "@/lib/domains/discard-held.sql";
import { log } from "@/lib/log";
import { lockLeasedStatement, noteRefusalStatement } from "@/lib/messages/dispatch/due/drop-blocked.sql";
import type { LeasedMessage } from "@/lib/queue/leased";

/**
 * Deletes leased messages whose numbers were blocked while they waited, and refunds them
 * (rules: blocked destinations, reversals). A message that a carrier was already given continues.
 * @returns the messages that may be sent.
 */
export async function withoutBlocked<Message extends LeasedMessage>(
  db: Database,
  leased: readonly Message[],
  { carrier, now }: { carrier: string; now: Date },
): Promise<readonly Message[]> {
  const { blocked: ranges } = await loadRoutes(db, now);
  if (ranges.size === 0) return leased;
  const isBlocked = ({ msisdn, attempts }: Message) => attempts <= 1 && blockedRange(msisdn, ranges) !== null;
  const blocked = leased.filter(isBlocked);
  if (blocked.length === 0) return leased;
  await discard(db, blocked, { carrier, now }).catch(leaveIfMoved);
  return leased.filter((message) => !isBlocked(message));
}

/** Locks in the order of a cancellation: accounts, rows of the queue, messages. */
async function discard(
  db: Database,
  blocked: readonly LeasedMessage[],
  { carrier, now }: { carrier: string; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(lockAccountsStatement([...new Set(blocked.map(({ accountId }) => accountId))]));
    const locked = await tx.query<{ id: string }>(lockLeasedStatement(blocked));
    const ids = locked.map(({ id }) => id);
    if (ids.length === 0) return;
    await tx.query(discardStatement(ids, now));
    await tx.query(noteRefusalStatement(ids, { carrier, error: DESTINATION_BLOCKED, now }));
    log().info({ carrier, messages: ids.length }, "messages to blocked numbers were deleted and refunded");
  });
}

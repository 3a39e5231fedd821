import { lockAccountStatement } from "@/lib/accounts/lock-account.sql";
import { type Actor, recordActivity } from "@/lib/activity/record-activity";
import { requireAfterCommit } from "@/lib/db/after-commit";
import type { Database } from "@/lib/db/client";
import { type AccountDomain, decideStatement } from "@/lib/domains/decide.sql";
import { countHeld, discardBatch, discardHeld } from "@/lib/domains/discard-held";
import { whatWaits } from "@/lib/domains/what-waits";
import { enqueueEmail } from "@/lib/email/enqueue";
import { GatewayError } from "@/lib/errors";

/**
 * Rejects a domain as an administrator, in one transaction (rules: domain requests, end of holding). Held messages
 * that link to the domain, or to a host under it, are deleted and refunded. The transaction also records the activity
 * and enqueues an email with the reason.
 *
 * The transaction deletes at most a thousand messages, because more would lock the account's balance for too long. It
 * counts the remaining messages, which are deleted by later commits. If the server ends in between, the remaining
 * messages appear in the queue again and can be rejected again.
 * @returns the number of deleted messages.
 * @throws GatewayError `not_found` if the account does not exist; `conflict` if the domain was approved meanwhile, or
 * if nothing remains to decide.
 */
export async function rejectForAccount(
  db: Database,
  actor: Actor,
  { accountId, domain, reason }: AccountDomain & { reason: string },
  now: Date,
): Promise<number> {
  const { selection, discarded, rest } = await db.transaction(async (tx) => {
    // The refund changes the balance. The account is locked first, in the same order as its owner's changes do.
    await tx.query(lockAccountStatement(accountId));
    const { hosts, state, approved } = await whatWaits(tx, { accountId, domain });
    if (approved) throw new GatewayError("conflict", `${domain} has been approved in the meantime.`);
    if (hosts.length === 0 && state !== "pending")
      throw new GatewayError("conflict", `${domain} has already been decided.`);
    await tx.query(decideStatement({ accountId, domain }, "rejected", reason, now));
    const selection = { accountId, hosts, acceptedUntil: now };
    const first = await discardBatch(tx, selection, now);
    const rest = first.next === null ? 0 : await countHeld(tx, selection);
    const discarded = first.discarded + rest;
    await recordActivity(
      tx,
      { accountId, actor, action: "domain_rejected", details: { domain, reason, discarded } },
      now,
    );
    await enqueueEmail(
      tx,
      { accountId, kind: "domain_rejected", details: { domain, reason, discarded } },
      now,
    );
    return { selection, discarded, rest };
  });
  if (rest > 0) await requireAfterCommit(() => discardHeld(db, selection, now));
  return discarded;
}

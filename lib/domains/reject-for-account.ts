import { lockAccountStatement } from "@/lib/accounts/lock-account.sql";
import { type Actor, recordActivity } from "@/lib/activity/record-activity";
import { requireAfterCommit } from "@/lib/db/after-commit";
import type { Database } from "@/lib/db/client";
import { type Decided, decideStatement } from "@/lib/domains/decide.sql";
import { countHeld, discardBatch, discardHeld } from "@/lib/domains/discard-held";
import { whatWaits } from "@/lib/domains/what-waits";
import { enqueueEmail } from "@/lib/email/enqueue";
import { GatewayError } from "@/lib/errors";

/**
 * An administrator's refusal, in one transaction (rules: domain requests, end of holding). Held messages that
 * link to the domain, or to a host under it, are deleted with their money back. The decision is written down,
 * and the account is told why.
 *
 * More than a thousand messages would lock the account's balance for too long. Of those beyond, that
 * transaction counts how many there are; they follow in commits of their own. Should this server end in
 * between, what is left stands in the queue again, to be refused once more.
 * @returns how many messages were deleted.
 * @throws GatewayError `not_found` without such an account; `conflict` where the domain has been approved
 * meanwhile or there is nothing to decide on any more.
 */
export async function rejectForAccount(
  db: Database,
  actor: Actor,
  { accountId, domain, reason }: Decided & { reason: string },
  now: Date,
): Promise<number> {
  const { selection, discarded, rest } = await db.transaction(async (tx) => {
    // Its balance is changed below: as its owner's changes do, this locks the account before all else.
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

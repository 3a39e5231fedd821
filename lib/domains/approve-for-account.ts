import { type Actor, recordActivity } from "@/lib/activity/record-activity";
import { tryAfterCommit } from "@/lib/db/after-commit";
import type { Database, Queryable } from "@/lib/db/client";
import { announceApproval } from "@/lib/domains/announce-approval";
import { addApproval, requireApprovable } from "@/lib/domains/approve-domain";
import { type AccountDomain, approveBeneathStatement, decideStatement } from "@/lib/domains/decide.sql";
import { countReleasable, releaseHeld, releaseSome } from "@/lib/domains/release-held";
import { type Waiting, whatWaits } from "@/lib/domains/what-waits";
import { enqueueEmail } from "@/lib/email/enqueue";
import { GatewayError } from "@/lib/errors";
import type { QuietHours } from "@/lib/sms/quiet-hours";

/**
 * Approves a domain as an administrator, in one transaction (rules: domain requests). It inserts the approval,
 * answers the account's requests, and releases messages that were held for the domain alone. It also records the
 * activity and enqueues an email to the account.
 *
 * A transaction releases about a thousand messages, because more would hold too many locks for too long. It counts
 * the remaining messages, which are released by later commits. Those are not lost if the server ends: the sweep finds
 * held messages whose hosts are all approved.
 * @returns the number of released messages.
 * @throws GatewayError `not_found` if the account does not exist; `invalid_parameter` if the domain cannot be
 * approved; `conflict` if it was decided meanwhile.
 */
export async function approveForAccount(
  db: Database,
  actor: Actor,
  { accountId, domain: given, quiet }: AccountDomain & { quiet: QuietHours },
  now: Date,
): Promise<number> {
  const domain = requireApprovable(given);
  const released = await db.transaction(async (tx) => {
    requireUndecided(domain, await whatWaits(tx, { accountId, domain }));
    await addApproval(tx, { accountId, domain }, now);
    await answerRequests(tx, { accountId, domain }, now);
    const { released: first, isAll } = await releaseSome(tx, accountId, { now, quiet });
    const rest = isAll ? 0 : await countReleasable(tx, accountId);
    const details = { domain, released: first + rest };
    await recordActivity(tx, { accountId, actor, action: "domain_approved", details }, now);
    await enqueueEmail(tx, { accountId, kind: "domain_approved", details }, now);
    return details.released;
  });
  void announceApproval(accountId, now);
  // The remaining messages, and messages of a request that was accepted meanwhile without seeing the approval.
  await tryAfterCommit(() => releaseHeld(db, accountId, now, quiet), 0, "held messages wait for the sweep");
  return released;
}

/** A pending request is answered even if the operator has already approved the domain. */
function requireUndecided(domain: string, { approved, asked, state, hosts }: Waiting): void {
  if (asked) return;
  if (approved) throw new GatewayError("conflict", `${domain} is already approved.`);
  if (state === "rejected" && hosts.length === 0)
    throw new GatewayError(
      "conflict",
      `${domain} has been rejected in the meantime, and no messages are held for it.`,
    );
}

/** Approves the account's requests for the domain and for domains under it. */
async function answerRequests(tx: Queryable, decided: AccountDomain, now: Date): Promise<void> {
  await tx.query(decideStatement(decided, "approved", null, now));
  await tx.query(approveBeneathStatement(decided, now));
}

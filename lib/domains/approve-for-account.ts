import { type Actor, recordActivity } from "@/lib/activity/record-activity";
import { tryAfterCommit } from "@/lib/db/after-commit";
import type { Database, Queryable } from "@/lib/db/client";
import { announceApproval } from "@/lib/domains/announce-approval";
import { addApproval, requireApprovable } from "@/lib/domains/approve-domain";
import { approveBeneathStatement, type Decided, decideStatement } from "@/lib/domains/decide.sql";
import { countReleasable, releaseHeld, releaseSome } from "@/lib/domains/release-held";
import { type Waiting, whatWaits } from "@/lib/domains/what-waits";
import { enqueueEmail } from "@/lib/email/enqueue";
import { GatewayError } from "@/lib/errors";
import type { QuietHours } from "@/lib/sms/quiet-hours";

/**
 * An administrator's approval, in one transaction (rules: domain requests). The domain is the account's, its
 * requests are answered, and what was held for it alone goes out. The decision is written down and the
 * account is told.
 *
 * More than a thousand messages would hold too many locks for too long. Of those beyond, that transaction
 * counts how many there are; they follow in commits of their own. They cannot be left behind. The approval
 * itself says that they are ready, and the sweep finds what is.
 * @returns how many messages were released.
 * @throws GatewayError `not_found` without such an account; `invalid_parameter` for what cannot be approved;
 * `conflict` where somebody has decided already.
 */
export async function approveForAccount(
  db: Database,
  actor: Actor,
  { accountId, domain: given, quiet }: Decided & { quiet: QuietHours },
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
  // The rest; and what was accepted meanwhile by a request that did not see the approval yet.
  await tryAfterCommit(() => releaseHeld(db, accountId, now, quiet), 0, "held messages wait for the sweep");
  return released;
}

/** A request that waits although the domain is approved, by the operator, is answered all the same. */
function requireUndecided(domain: string, { approved, asked, state, hosts }: Waiting): void {
  if (asked) return;
  if (approved) throw new GatewayError("conflict", `${domain} is already approved.`);
  if (state === "rejected" && hosts.length === 0)
    throw new GatewayError(
      "conflict",
      `${domain} has been rejected in the meantime, and no messages are held for it.`,
    );
}

/** What was asked for beneath the domain is approved with it. */
async function answerRequests(tx: Queryable, decided: Decided, now: Date): Promise<void> {
  await tx.query(decideStatement(decided, "approved", null, now));
  await tx.query(approveBeneathStatement(decided, now));
}

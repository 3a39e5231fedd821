import { noAccount } from "@/lib/accounts/read-account";
import { type Actor, recordActivity } from "@/lib/activity/record-activity";
import { removeFactor } from "@/lib/auth/second-factor/second-factor";
import type { Database } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { GatewayError } from "@/lib/errors";

/**
 * Turns off the second factor of somebody who has lost it, with its recovery codes: the password alone opens the
 * account until its holder sets up another. Sessions end, since whoever has one may be why.
 * @throws GatewayError `not_found`; `conflict` where there is none to reset, and for an administrator's own.
 */
export async function resetSecondFactor(
  db: Database,
  accountId: number,
  actor: Actor,
  now: Date,
): Promise<void> {
  if (accountId === actor.accountId) {
    throw new GatewayError(
      "conflict",
      "This is your own account: its second factor is turned off in Settings.",
    );
  }
  await db.transaction(async (tx) => {
    const [before] = await tx.query<{ on: boolean }>(sql`
      select totp_enabled_at is not null as on from accounts where id = ${accountId} for update`);
    if (!before) throw noAccount(accountId);
    if (!before.on) throw new GatewayError("conflict", "This account has no second factor.");
    await tx.query(sql`
      update accounts set session_version = session_version + 1 where id = ${accountId}`);
    await removeFactor(tx, accountId, null);
    await recordActivity(tx, accountId, actor, "second_factor_off", {}, now);
  });
}

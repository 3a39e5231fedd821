import { noAccount } from "@/lib/accounts/read-account";
import { type Actor, recordActivity } from "@/lib/activity/record-activity";
import { invalidateCallers } from "@/lib/auth/callers/caller-cache";
import type { Database } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { GatewayError } from "@/lib/errors";

/**
 * Disables an account, or enables it again (rules: disabled accounts). Each call looks at its account's state, so that
 * passwords, keys, tokens and sessions are refused from the next one on; sessions, tokens and links for a new password
 * end for good, so that none comes back to life when the account does. What it has sent is delivered. Already so:
 * nothing happens.
 * @throws GatewayError `not_found`; `conflict` for an administrator's own account.
 */
export async function setAccountEnabled(
  db: Database,
  { accountId, enabled }: { accountId: number; enabled: boolean },
  actor: Actor,
  now: Date,
): Promise<void> {
  if (accountId === actor.accountId && !enabled) {
    throw new GatewayError("conflict", "This is your own account: another administrator can disable it.");
  }
  await db.transaction(async (tx) => {
    const [before] = await tx.query<{ enabled: boolean }>(sql`
      select status = 'active' as enabled from accounts where id = ${accountId} for update`);
    if (!before) throw noAccount(accountId);
    if (before.enabled === enabled) return;
    await tx.query(sql`
      update accounts set status = ${enabled ? "active" : "disabled"}::account_status,
        session_version = session_version + 1
      where id = ${accountId}`);
    await tx.query(sql`
      delete from access_tokens t using api_keys k where k.id = t.api_key_id and k.account_id = ${accountId}`);
    await tx.query(sql`delete from password_resets where account_id = ${accountId}`);
    await recordActivity(tx, accountId, actor, enabled ? "account_enabled" : "account_disabled", {}, now);
  });
  invalidateCallers(db);
}

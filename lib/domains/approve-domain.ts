import type { Database } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { releaseHeld } from "@/lib/domains/release-held";
import { GatewayError } from "@/lib/errors";
import { parseApprovableDomain } from "@/lib/sms/links";
import type { QuietHours } from "@/lib/sms/quiet-hours";

/**
 * Approves a domain, and the hosts under it, for an account and releases what was held for it alone (spec 3: sent
 * immediately after approval, except in the night).
 * @returns how many messages were released.
 * @throws GatewayError `invalid_parameter` for what is not a domain of its own: a public suffix, a URL.
 */
export async function approveDomain(
  db: Database,
  approval: { accountId: number; domain: string },
  now: Date,
  quiet: QuietHours,
): Promise<number> {
  const domain = parseApprovableDomain(approval.domain);
  if (domain === null) {
    throw new GatewayError("invalid_parameter", `'${approval.domain}' is not a domain that can be approved.`);
  }
  await db.query(sql`
    insert into approved_domains (account_id, domain, approved_at) values (${approval.accountId}, ${domain}, ${now})
    on conflict do nothing`);
  return releaseHeld(db, { accountId: approval.accountId }, now, quiet);
}

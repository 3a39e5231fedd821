import type { Database, Queryable } from "@/lib/db/client";
import { announceApproval } from "@/lib/domains/announce-approval";
import { releaseHeld } from "@/lib/domains/release-held";
import { GatewayError } from "@/lib/errors";
import { parseApprovableDomain } from "@/lib/sms/links/links";
import type { QuietHours } from "@/lib/sms/quiet-hours";

/**
 * Approves a domain, and the hosts under it, for an account (rules: domain approval). What was held for it
 * alone is released at once, or in quiet hours at their end (rules: held links). For the operator: nothing is
 * written down, and nobody is told.
 * @returns how many messages were released.
 * @throws GatewayError `invalid_parameter` for what is not a domain of its own: a public suffix, a URL.
 */
export async function approveDomain(
  db: Database,
  approval: { accountId: number; domain: string },
  now: Date,
  quiet: QuietHours,
): Promise<number> {
  const { accountId } = approval;
  await addApproval(db, { accountId, domain: requireApprovable(approval.domain) }, now);
  const released = await releaseHeld(db, accountId, now, quiet);
  await announceApproval(accountId, now);
  return released;
}

/** A domain as approvals have it. @throws GatewayError `invalid_parameter` for what is not a domain of its own. */
export function requireApprovable(given: string): string {
  const domain = parseApprovableDomain(given);
  if (domain !== null) return domain;
  throw new GatewayError("invalid_parameter", `'${given}' is not a domain that can be approved.`);
}

/** Puts a domain on an account's list. Safe to repeat; what is held for it is released apart. */
export async function addApproval(
  db: Queryable,
  { accountId, domain }: { accountId: number; domain: string },
  now: Date,
): Promise<void> {
  await db.prisma.approvedDomain.createMany({
    data: [{ accountId, domain, approvedAt: now }],
    skipDuplicates: true,
  });
}

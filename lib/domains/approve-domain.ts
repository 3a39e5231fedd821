import type { Database, Queryable } from "@/lib/db/client";
import { announceApproval } from "@/lib/domains/announce-approval";
import { releaseHeld } from "@/lib/domains/release-held";
import { GatewayError } from "@/lib/errors";
import { parseApprovableDomain } from "@/lib/sms/links/links";
import type { QuietHours } from "@/lib/sms/quiet-hours";

/**
 * Approves a domain, and the hosts under it, for an account (rules: domain approval). Messages that were held for it
 * alone are released at once, or at the end of quiet hours (rules: held links). It is for the operator: it records no
 * activity and sends no email.
 * @returns the number of released messages.
 * @throws GatewayError `invalid_parameter` for a public suffix, a URL or any other text that is not a registrable
 * domain.
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

/**
 * Returns a domain in the form that approvals store. @throws GatewayError `invalid_parameter` if it cannot be
 * approved.
 */
export function requireApprovable(given: string): string {
  const domain = parseApprovableDomain(given);
  if (domain !== null) return domain;
  throw new GatewayError("invalid_parameter", `'${given}' is not a domain that can be approved.`);
}

/** Inserts a domain in an account's list. Safe to repeat. The caller releases held messages separately. */
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

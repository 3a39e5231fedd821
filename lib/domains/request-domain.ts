import { MAX_REQUESTS } from "@/lib/contracts/members/domains";
import type { Queryable } from "@/lib/db/client";
import { askStatement } from "@/lib/domains/decide.sql";
import { lockDecisions } from "@/lib/domains/decision-lock";
import { GatewayError } from "@/lib/errors";
import { approvingDomains, linkHosts, parseApprovableDomain } from "@/lib/sms/links/links";

/**
 * Requests the approval of a domain for an account (rules: domain requests). A rejected domain may be requested
 * again.
 * @param tx a transaction: the request waits for a concurrent decision on the account's domains.
 * @param given a domain, or a link to it as in a message.
 * @returns the domain that was read from `given`.
 * @throws GatewayError `invalid_parameter` if it cannot be approved; `conflict` if it is already approved or
 * requested, or if too many requests are pending.
 */
export async function requestDomain(
  tx: Queryable,
  accountId: number,
  given: string,
  now: Date,
): Promise<string> {
  const domain = readDomain(given);
  if (domain === null) {
    throw new GatewayError(
      "invalid_parameter",
      "This domain can't be approved. Enter only the domain, such as example.co.nz.",
    );
  }
  await lockDecisions(tx, accountId);
  const approved = await tx.prisma.approvedDomain.findFirst({
    where: { accountId, domain: { in: approvingDomains(domain) } },
    select: { domain: true },
  });
  if (approved)
    throw new GatewayError("conflict", `${approved.domain} is already approved, including its subdomains.`);
  const waiting = await tx.prisma.domainRequest.count({
    where: { accountId, state: "pending" },
    take: MAX_REQUESTS,
  });
  if (waiting === MAX_REQUESTS)
    throw new GatewayError("conflict", `You can have ${MAX_REQUESTS} pending requests. Withdraw one first.`);
  const asked = await tx.query(askStatement({ accountId, domain }, now));
  if (asked.length === 0) throw new GatewayError("conflict", `${domain} is already requested.`);
  return domain;
}

function readDomain(given: string): string | null {
  const domain = parseApprovableDomain(given);
  if (domain !== null) return domain;
  const [host, ...others] = linkHosts(given);
  return host === undefined || others.length > 0 ? null : parseApprovableDomain(host);
}

/** Withdraws a pending request. @throws GatewayError `not_found`. */
export async function withdrawRequest(db: Queryable, accountId: number, domain: string): Promise<void> {
  const { count } = await db.prisma.domainRequest.deleteMany({
    where: { accountId, domain, state: "pending" },
  });
  if (count === 0) throw new GatewayError("not_found", "There is no such request, or it has been decided.");
}

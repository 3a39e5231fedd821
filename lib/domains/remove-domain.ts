import type { Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/**
 * Takes an account's approval of a domain away (rules: domain requests): messages that are accepted from then on and
 * link to it are held. What has been released goes out.
 * @throws GatewayError `not_found`.
 */
export async function removeDomain(tx: Transaction, accountId: number, domain: string): Promise<void> {
  const { count } = await tx.prisma.approvedDomain.deleteMany({ where: { accountId, domain } });
  if (count === 0) throw new GatewayError("not_found", "There is no such approved domain.");
  await tx.prisma.domainRequest.deleteMany({ where: { accountId, domain, state: "approved" } });
}

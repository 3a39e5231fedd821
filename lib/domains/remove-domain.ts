import type { Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/**
 * Removes an account's approval of a domain (rules: domain requests). Messages that are accepted afterwards and link
 * to it are held. Released messages are still sent.
 */
export async function removeDomain(tx: Transaction, accountId: number, domain: string): Promise<void> {
  const { count } = await tx.prisma.approvedDomain.deleteMany({ where: { accountId, domain } });
  if (count === 0) throw new GatewayError("not_found", "There is no such approved domain.");
  await tx.prisma.domainRequest.deleteMany({ where: { accountId, domain, state: "approved" } });
}

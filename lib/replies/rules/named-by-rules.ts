import { lockBook } from "@/lib/contacts/lock-book";
import type { Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/**
 * Refuses to remove a contact list that a rule changes (rules: list changes). It locks the account's contacts, as does who
 * writes a rule: none gets the list meanwhile.
 * @throws GatewayError `conflict`, which names the rule.
 */
export async function requireListUnused(tx: Transaction, accountId: number, id: string): Promise<void> {
  await lockBook(tx, accountId);
  const rule = await tx.prisma.replyRule.findFirst({
    where: { accountId, OR: [{ addTo: id }, { removeFrom: id }] },
    select: { name: true },
    orderBy: { position: "asc" },
  });
  if (rule) throw inUse("list", rule.name);
}

/**
 * Refuses to remove a further endpoint that a rule sends texts to (rules: texts to endpoints). The transaction has locked the
 * account, as has who writes a rule.
 * @throws GatewayError `conflict`, which names the rule.
 */
export async function requireEndpointUnused(tx: Transaction, accountId: number, id: string): Promise<void> {
  const rule = await tx.prisma.replyRule.findFirst({
    where: { accountId, sendTo: id },
    select: { name: true },
    orderBy: { position: "asc" },
  });
  if (rule) throw inUse("endpoint", rule.name);
}

function inUse(what: "list" | "endpoint", rule: string): GatewayError {
  return new GatewayError("conflict", `The auto reply ${rule} uses this ${what}. Change or remove it first.`);
}

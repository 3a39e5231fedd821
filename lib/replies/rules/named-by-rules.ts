import { lockBook } from "@/lib/contacts/lock-book";
import type { Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/**
 * Rejects the removal of a contact list that a rule changes (rules: list changes). It locks the account's contacts,
 * as a change of a rule does, so that no rule gets the list meanwhile.
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
 * Rejects the removal of a further endpoint that a rule sends texts to (rules: texts to endpoints). The transaction
 * has locked the account, as a change of a rule does.
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

import type { Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/**
 * Removes a sender from an account's list, with its link.
 * @throws GatewayError `not_found`.
 */
export async function removeSender(tx: Queryable, accountId: number, sender: string): Promise<void> {
  const { count } = await tx.prisma.emailSender.deleteMany({ where: { accountId, sender } });
  if (count === 0) throw new GatewayError("not_found", `${sender} is not on the list.`);
}

import type { Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { isId } from "@/lib/ids";

/**
 * Renames a send of an account, or removes its name (rules: sends).
 * @throws GatewayError `not_found`.
 */
export async function nameSend(
  tx: Queryable,
  accountId: number,
  { id, name }: { id: string; name: string | null },
): Promise<void> {
  const where = { id, accountId };
  const { count } = isId(id) ? await tx.prisma.bulkSend.updateMany({ where, data: { name } }) : { count: 0 };
  if (count === 0) throw new GatewayError("not_found", "There is no such send.");
}

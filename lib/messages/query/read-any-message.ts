import type { AnyMessageDetails } from "@/lib/contracts/admin/messages";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { isId } from "@/lib/ids";
import { readMessage } from "@/lib/messages/query/read-message";
import { toDecimal } from "@/lib/money";
import type { QuietHours } from "@/lib/sms/quiet-hours";

/**
 * A message of any account for an administrator (rules: search of all messages): what its account sees, whose it is, who
 * took it, and what that costs.
 * @throws GatewayError `not_found`.
 */
export async function readAnyMessage(
  db: Database,
  id: string,
  { quiet, now }: { quiet: QuietHours; now: Date },
): Promise<AnyMessageDetails> {
  const where = { id };
  const found = isId(id)
    ? await db.prisma.message.findUnique({ where, select: { accountId: true } })
    : undefined;
  if (!found) throw new GatewayError("not_found", "There is no such message.");
  const [details, account, taken] = await Promise.all([
    readMessage(db, found.accountId, id, { quiet, now, isAdmin: true }),
    db.prisma.account.findUniqueOrThrow({
      where: { id: found.accountId },
      select: { id: true, name: true },
    }),
    // By its primary key, which begins with the message.
    db.prisma.carrierSubmission.findMany({
      where: { messageId: id, state: { in: ["accepted", "delivered"] } },
      select: { carrier: true, costMicros: true },
      orderBy: [{ attempt: "desc" }, { part: "asc" }],
    }),
  ]);
  const costs = taken.flatMap(({ costMicros }) => (costMicros === null ? [] : [costMicros]));
  return {
    ...details,
    account,
    carrier: taken[0]?.carrier ?? null,
    cost: costs.length === 0 ? null : toDecimal(costs.reduce((sum, cost) => sum + cost, 0n)),
  };
}

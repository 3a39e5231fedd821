import type { Queryable } from "@/lib/db/client";
import { discardBatch } from "@/lib/domains/discard-held";
import { givenBackStatement } from "@/lib/domains/discard-held.sql";
import { GatewayError } from "@/lib/errors";
import { isId } from "@/lib/ids";

/**
 * Deletes a held message of an account, as its owner may (rules: end of holding): it will not be sent, and its money
 * goes back.
 * @param tx a transaction: the message and its account are locked in it.
 * @returns who it was for, and what went back to the balance.
 * @throws GatewayError `not_found`, or `conflict` for a message that is not held, or not any more.
 */
export async function deleteHeld(
  tx: Queryable,
  accountId: number,
  id: string,
  now: Date,
): Promise<{ to: string; givenBackMicros: bigint }> {
  const message = isId(id)
    ? await tx.prisma.message.findUnique({ where: { id, accountId }, select: { msisdn: true } })
    : null;
  if (!message) throw new GatewayError("not_found", "There is no such message.");
  if ((await discardBatch(tx, { accountId, ids: [id] }, now)) === 0) {
    throw new GatewayError("conflict", "This message is no longer held, so it can’t be deleted.");
  }
  const [reversal] = await tx.query<{ micros: bigint }>(givenBackStatement(id));
  return { to: message.msisdn, givenBackMicros: reversal?.micros ?? 0n };
}

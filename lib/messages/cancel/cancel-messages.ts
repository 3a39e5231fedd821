import { type CancelRequest, type CancelResponse, MAX_CANCELLED } from "@/lib/contracts/gateway/cancel";
import type { Database, Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { isId } from "@/lib/ids";
import { idsByReferenceStatement } from "@/lib/messages/cancel/cancel.sql";
import { cancelWaiting, readCancelled } from "@/lib/messages/cancel/cancel-waiting";
import { readMessageIds } from "@/lib/messages/query/message-ids";
import { toDollars } from "@/lib/money";

/**
 * Cancels an account's waiting messages, by their ids or by the account's reference (rules: cancelling). One
 * transaction cancels and refunds all of them.
 * @throws GatewayError `missing_parameter`, or `invalid_parameter` for texts that are no ids.
 */
export async function cancelMessages(
  db: Database,
  accountId: number,
  request: CancelRequest,
  now: Date,
): Promise<CancelResponse> {
  const asked = await readAsked(db, accountId, request);
  const ids = asked.filter(isId);
  const rows = await db.transaction(async (tx) => {
    await cancelWaiting(tx, { accountId, ids }, now);
    return readCancelled(tx, accountId, ids);
  });
  const found = new Set(rows.map(({ id }) => id));
  return {
    status: "success",
    messages: rows.map(({ id, msisdn, status, micros }) => ({
      message_id: id,
      to: msisdn,
      cancelled: status === "DELETED",
      status,
      refunded: toDollars(micros),
    })),
    notFound:
      asked.length > 0 ? asked.filter((id) => !found.has(id)) : [request.messageId ?? ""].filter(Boolean),
  };
}

async function readAsked(
  db: Database,
  accountId: number,
  { message_id, messageId }: CancelRequest,
): Promise<string[]> {
  if (message_id !== undefined) return readMessageIds(message_id, MAX_CANCELLED);
  if (messageId === undefined)
    throw new GatewayError("missing_parameter", "Parameter 'message_id' or 'messageId' is required.");
  const rows = await db.query<{ id: string }>(idsByReferenceStatement(accountId, messageId, MAX_CANCELLED));
  return rows.map(({ id }) => id);
}

/**
 * Cancels a waiting message of an account for its owner in the Members Area (rules: cancelling).
 * @returns the recipient, and the refund.
 * @throws GatewayError `not_found`, or `conflict` for a message that does not wait.
 */
export async function cancelMessage(
  tx: Queryable,
  accountId: number,
  id: string,
  now: Date,
): Promise<{ to: string; givenBackMicros: bigint }> {
  const ids = isId(id) ? [id] : [];
  const cancelled = await cancelWaiting(tx, { accountId, ids }, now);
  const [row] = await readCancelled(tx, accountId, ids);
  if (!row) throw new GatewayError("not_found", "There is no such message.");
  if (cancelled === 0)
    throw new GatewayError("conflict", "This message is no longer waiting, so it can’t be cancelled.");
  return { to: row.msisdn, givenBackMicros: row.micros };
}

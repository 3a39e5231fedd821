import type { DeliveriesPage, DeliveriesRequest, DeliveryRecord } from "@/lib/contracts/members/webhooks";
import type { Database } from "@/lib/db/client";
import { readCounted } from "@/lib/db/counted";
import { readKeysetPage } from "@/lib/db/keyset";
import { formatNz } from "@/lib/sms/nz-time";
import { chosenEndpoint } from "@/lib/webhooks/endpoint/find-endpoint";
import {
  countDeliveriesStatement,
  type DeliveryRow,
  deliveriesStatement,
} from "@/lib/webhooks/list-deliveries.sql";

/**
 * Lists an account's webhook deliveries, newest first.
 * @throws GatewayError `not_found` if the named further endpoint does not exist.
 */
export async function listDeliveries(
  db: Database,
  accountId: number,
  request: DeliveriesRequest,
): Promise<DeliveriesPage> {
  const { kind, endpoint: id, ...rest } = request;
  const endpoint = await chosenEndpoint(db, accountId, { kind, endpoint: id });
  const filter = { ...rest, endpoint };
  const [{ rows, newer, older }, total] = await Promise.all([
    readKeysetPage(request, async (stretch) => {
      const found = await db.query<DeliveryRow>(deliveriesStatement(accountId, filter, stretch));
      return found.map((row) => ({ ...row, at: row.createdAt }));
    }),
    readCounted(db, countDeliveriesStatement(accountId, filter)),
  ]);
  return { deliveries: rows.map(deliveryRecord), total, newer, older };
}

export function deliveryRecord(row: DeliveryRow): DeliveryRecord {
  const { id, kind, eventType, endpointName, attempts, responseCode, error, durationMs } = row;
  const waits = row.state === "pending" && row.dueAt !== null;
  return {
    id,
    kind,
    eventType,
    endpointName,
    createdAt: formatNz(row.createdAt),
    state: row.state === "pending" && row.dueAt === null ? "kept" : row.state,
    attempts,
    attemptedAt: row.attemptedAt && formatNz(row.attemptedAt),
    nextAttemptAt: waits && row.dueAt ? formatNz(row.dueAt) : null,
    responseCode,
    error,
    durationMs,
  };
}

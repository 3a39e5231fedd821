import type { DeliveryDetails } from "@/lib/contracts/members/webhooks";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { isId } from "@/lib/ids";
import { formatNz } from "@/lib/sms/nz-time";
import { USUAL_HEADERS } from "@/lib/webhooks/delivery/post";
import { RETRY_DELAYS_MS } from "@/lib/webhooks/delivery/retry";
import { deliveryRecord } from "@/lib/webhooks/list-deliveries";
import {
  type DeliveryDetailsRow,
  deliveryStatement,
  type EarlierRow,
  earlierStatement,
} from "@/lib/webhooks/list-deliveries.sql";
import { signatureHeaders } from "@/lib/webhooks/signing/sign";
import { readSigningSecrets } from "@/lib/webhooks/signing/signing-secrets";

/**
 * Reads one delivery of an account with the results of its attempts (rules: kept attempts). Its headers are those of
 * an attempt at this instant.
 * @throws GatewayError `not_found`.
 */
export async function readDelivery(
  db: Database,
  { accountId, id }: { accountId: number; id: string },
  authSecret: string,
  now: Date,
): Promise<DeliveryDetails> {
  const [row] = isId(id) ? await db.query<DeliveryDetailsRow>(deliveryStatement(accountId, id)) : [];
  if (!row) throw new GatewayError("not_found", "There is no such delivery.");
  const secrets = await readSigningSecrets(db, accountId, authSecret, now);
  const headers = {
    ...USUAL_HEADERS,
    "X-Service-Delivery": row.id,
    ...signatureHeaders(row.body, secrets, now.getTime()),
  };
  const { url, messageId, body, responseBody, ended } = row;
  return {
    ...deliveryRecord(row),
    url,
    mostAttempts: row.earlierAttempts + RETRY_DELAYS_MS.length + 1,
    ended,
    earlier: ended > 1 ? await readEarlier(db, row.id) : [],
    messageId,
    body,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    responseBody,
  };
}

async function readEarlier(db: Database, id: string): Promise<DeliveryDetails["earlier"]> {
  const rows = await db.query<EarlierRow>(earlierStatement(id));
  return rows.map(({ at, ...attempt }) => ({ at: formatNz(at), ...attempt }));
}

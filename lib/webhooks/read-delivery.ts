import { ATTEMPTS_KEPT, type DeliveryDetails } from "@/lib/contracts/members/webhooks";
import type { Database } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { GatewayError } from "@/lib/errors";
import { isId } from "@/lib/ids";
import { formatNz } from "@/lib/sms/nz-time";
import { USUAL_HEADERS } from "@/lib/webhooks/delivery/post";
import { RETRY_DELAYS_MS } from "@/lib/webhooks/delivery/retry";
import { DELIVERY_COLUMNS, type DeliveryRow, deliveryRecord } from "@/lib/webhooks/list-deliveries";
import { signatureHeaders } from "@/lib/webhooks/signing/sign";
import { readSigningSecrets } from "@/lib/webhooks/signing/signing-secrets";

type Row = DeliveryRow & {
  url: string | null;
  messageId: string | null;
  body: string;
  responseBody: string | null;
  earlierAttempts: number;
  ended: number;
};

type AttemptRow = Pick<Row, "responseCode" | "error" | "durationMs"> & { attemptedAt: Date };

/**
 * One delivery of an account (rules: kept attempts): what is sent, with the headers that an attempt at this instant
 * would carry, and what the attempts came to.
 * @throws GatewayError `not_found`.
 */
export async function readDelivery(
  db: Database,
  accountId: number,
  id: string,
  authSecret: string,
  now: Date,
): Promise<DeliveryDetails> {
  const [row] = isId(id)
    ? await db.query<Row>(sql`
        select ${DELIVERY_COLUMNS}, coalesce(w.attempted_url, e.url) as url, w.body,
          w.response_body as "responseBody", w.earlier_attempts as "earlierAttempts",
          w.earlier_ended + (w.attempted_at is not null)::int as ended,
          coalesce(w.message_id, i.related_message_id) as "messageId"
        from webhook_deliveries w
        left join webhook_endpoints e on e.account_id = w.account_id and e.kind = w.kind
        left join inbound_messages i on i.id = w.inbound_id
        where w.id = ${id}::uuid and w.account_id = ${accountId}`)
    : [];
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
  const rows = await db.query<AttemptRow>(sql`
    select attempted_at as "attemptedAt", response_code as "responseCode", error, duration_ms as "durationMs"
    from webhook_attempts where delivery_id = ${id}::uuid
    order by attempted_at desc limit ${ATTEMPTS_KEPT}`);
  return rows.map(({ attemptedAt, ...attempt }) => ({ at: formatNz(attemptedAt), ...attempt }));
}

import type { WebhookEndpointRecord } from "@/lib/contracts/members/webhooks";
import type { Database } from "@/lib/db/client";
import { formatNz } from "@/lib/sms/nz-time";
import { type EndpointRow, endpointsStatement } from "@/lib/webhooks/read-endpoints.sql";

/**
 * Reads the destinations of an account's events, their health, and whether requests are signed, for the Members Area.
 */
export async function readEndpoints(
  db: Database,
  accountId: number,
  now: Date,
): Promise<{ endpoints: WebhookEndpointRecord[]; signed: boolean; olderForMs: number[] }> {
  const rows = await db.query<EndpointRow>(endpointsStatement(accountId, now));
  const [first] = rows;
  return {
    endpoints: rows.map(({ kind, url, registeredAt, failingSince, pausedAt, waiting }) => ({
      kind,
      url,
      registeredAt: registeredAt && formatNz(registeredAt),
      failingSince: failingSince && formatNz(failingSince),
      pausedAt: pausedAt && formatNz(pausedAt),
      waiting,
    })),
    signed: first?.signed ?? false,
    olderForMs: (first?.olderEndAt ?? []).map((endsAt) => endsAt.getTime() - now.getTime()),
  };
}

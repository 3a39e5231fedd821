import type { DeliveriesRequest, DeliveryRecord } from "@/lib/contracts/members/webhooks";
import type { Database } from "@/lib/db/client";
import { readKeysetPage } from "@/lib/db/keyset";
import { beyond, nearestFirst } from "@/lib/db/keyset.sql";
import { NOTHING, type Sql, sql } from "@/lib/db/sql";
import { formatNz } from "@/lib/sms/nz-time";
import type { WebhookKind } from "@/lib/webhooks/delivery/deliver.sql";

/** What a list and a single delivery have in common. */
export type DeliveryRow = {
  id: string;
  kind: WebhookKind;
  createdAt: Date;
  state: "pending" | "delivered" | "failed";
  dueAt: Date | null;
  attempts: number;
  attemptedAt: Date | null;
  responseCode: number | null;
  error: string | null;
  durationMs: number | null;
};

export const DELIVERY_COLUMNS = sql`w.id, w.kind, w.created_at as "createdAt", w.state, w.due_at as "dueAt",
  w.earlier_attempts + w.attempts as attempts,
  w.attempted_at as "attemptedAt", w.response_code as "responseCode", w.error, w.duration_ms as "durationMs"`;

/** Which rows are in a state, as `lib/contracts/members/webhooks` names them. */
const STATES: Record<DeliveryRecord["state"], Sql> = {
  pending: sql`and w.state = 'pending' and w.due_at is not null`,
  kept: sql`and w.state = 'pending' and w.due_at is null`,
  delivered: sql`and w.state = 'delivered'`,
  failed: sql`and w.state = 'failed'`,
};

const PLACE = { at: sql`w.created_at`, id: sql`w.id` };

/** An account's webhook deliveries, newest first. */
export async function listDeliveries(
  db: Database,
  accountId: number,
  request: DeliveriesRequest,
): Promise<{ deliveries: DeliveryRecord[]; newer: string | null; older: string | null }> {
  const { kind, state, code, from, to } = request;
  const wanted = sql`
    w.account_id = ${accountId}
      ${kind === undefined ? NOTHING : sql`and w.kind = ${kind}::webhook_kind`}
      ${state === undefined ? NOTHING : STATES[state]}
      ${code === undefined ? NOTHING : codeIs(code)}
      ${from === undefined ? NOTHING : sql`and w.created_at >= ${from}`}
      ${to === undefined ? NOTHING : sql`and w.created_at <= ${to}`}`;
  const { rows, newer, older } = await readKeysetPage(request, async (stretch) => {
    const found = await db.query<DeliveryRow>(sql`
      select ${DELIVERY_COLUMNS} from webhook_deliveries w
      where ${wanted} ${beyond(PLACE, stretch)} ${nearestFirst(PLACE, stretch)}`);
    return found.map((row) => ({ ...row, at: row.createdAt }));
  });
  return { deliveries: rows.map(deliveryRecord), newer, older };
}

function codeIs(code: string): Sql {
  if (code === "none") return sql`and w.attempted_at is not null and w.response_code is null`;
  if (!code.endsWith("xx")) return sql`and w.response_code = ${Number(code)}`;
  const first = Number(code[0]) * 100;
  return sql`and w.response_code between ${first} and ${first + 99}`;
}

export function deliveryRecord(row: DeliveryRow): DeliveryRecord {
  const { id, kind, attempts, responseCode, error, durationMs } = row;
  const waits = row.state === "pending" && row.dueAt !== null;
  return {
    id,
    kind,
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

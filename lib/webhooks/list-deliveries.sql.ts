import { ATTEMPTS_KEPT, type DeliveriesRequest, type DeliveryRecord } from "@/lib/contracts/members/webhooks";
import { countedStatement } from "@/lib/db/counted.sql";
import { beyond, nearestFirst, type Stretch } from "@/lib/db/keyset.sql";
import { literal, NOTHING, type Sql, sql } from "@/lib/db/sql";
import type { EndpointKey, EndpointKind } from "@/lib/webhooks/endpoint/endpoint-key";
import { isFor } from "@/lib/webhooks/endpoint/endpoint-key.sql";

/** The columns that a list and a single delivery have in common. */
export type DeliveryRow = {
  id: string;
  kind: EndpointKind;
  /** Set for an event of a further endpoint. The name is null after the endpoint was removed. */
  eventType: DeliveryRecord["eventType"];
  endpointName: string | null;
  createdAt: Date;
  state: "pending" | "delivered" | "failed";
  dueAt: Date | null;
  attempts: number;
  attemptedAt: Date | null;
  responseCode: number | null;
  error: string | null;
  durationMs: number | null;
};

const DELIVERY_COLUMNS = sql`w.id, w.kind, w.event_type as "eventType", e.name as "endpointName", w.created_at as "createdAt", w.state, w.due_at as "dueAt",
  w.earlier_attempts + w.attempts as attempts,
  w.attempted_at as "attemptedAt", w.response_code as "responseCode", w.error, w.duration_ms as "durationMs"`;

/** The condition for each state of `lib/contracts/members/webhooks`. */
const STATES: Record<DeliveryRecord["state"], Sql> = {
  pending: sql`and w.state = 'pending' and w.due_at is not null`,
  kept: sql`and w.state = 'pending' and w.due_at is null`,
  delivered: sql`and w.state = 'delivered'`,
  failed: sql`and w.state = 'failed'`,
};

/** The conditions of states that have an index. They repeat the index's own condition. */
const STATES_STORED = {
  pending: sql`and w.state <> 'delivered' and w.state = 'pending'`,
  failed: sql`and w.state <> 'delivered' and w.state = 'failed'`,
};

const JOIN_ENDPOINT = sql`left join webhook_endpoints e
      on e.account_id = w.account_id and e.kind = w.kind and e.number = w.number`;

/** The filter of the list, with the endpoint's key. */
export type DeliveriesFilter = Omit<DeliveriesRequest, "kind" | "endpoint"> & {
  endpoint?: Pick<EndpointKey, "kind" | "number"> | undefined;
};

const PLACE = { at: sql`w.created_at`, id: sql`w.id` };

/** Reads a stretch of an account's deliveries, as `DeliveryRow`. */
export function deliveriesStatement(accountId: number, request: DeliveriesFilter, stretch: Stretch): Sql {
  const { endpoint, state, code, from, to } = request;
  return sql`
    select ${DELIVERY_COLUMNS} from webhook_deliveries w ${JOIN_ENDPOINT}
    where w.account_id = ${accountId}
      ${endpoint === undefined ? NOTHING : sql`and ${isFor(endpoint)}`}
      ${state === undefined ? NOTHING : STATES[state]}
      ${code === undefined ? NOTHING : codeIs(code)}
      ${from === undefined ? NOTHING : sql`and w.created_at >= ${from}`}
      ${to === undefined ? NOTHING : sql`and w.created_at <= ${to}`}
      ${beyond(PLACE, stretch)} ${nearestFirst(PLACE, stretch)}`;
}

/**
 * Counts the deliveries of an account's list, as a `CountedRow`. Deliveries that did not arrive have their own index.
 */
export function countDeliveriesStatement(accountId: number, request: DeliveriesFilter): Sql {
  const { endpoint, state, code, from, to } = request;
  const stored = state === "kept" ? "pending" : state;
  const rows = sql`from webhook_deliveries w where w.account_id = ${accountId}
    ${stored === undefined || stored === "delivered" ? NOTHING : STATES_STORED[stored]}
    ${from === undefined ? NOTHING : sql`and w.created_at >= ${from}`}
    ${to === undefined ? NOTHING : sql`and w.created_at <= ${to}`}`;
  return countedStatement(
    { rows, order: sql`order by w.created_at desc, w.id desc` },
    sql`${endpoint === undefined ? NOTHING : sql`and ${isFor(endpoint)}`} ${state === undefined ? NOTHING : STATES[state]}
      ${code === undefined ? NOTHING : codeIs(code)}`,
  );
}

function codeIs(code: string): Sql {
  if (code === "none") return sql`and w.attempted_at is not null and w.response_code is null`;
  if (!code.endsWith("xx")) return sql`and w.attempted_at is not null and w.response_code = ${Number(code)}`;
  const first = Number(code[0]) * 100;
  return sql`and w.attempted_at is not null and w.response_code between ${first} and ${first + 99}`;
}

/** A delivery with the columns of its own page. */
export type DeliveryDetailsRow = DeliveryRow & {
  url: string | null;
  messageId: string | null;
  body: string;
  responseBody: string | null;
  earlierAttempts: number;
  ended: number;
};

/** An attempt of a delivery that was followed by another. */
export type EarlierRow = {
  at: Date;
  url: string | null;
  responseCode: number | null;
  responseBody: string | null;
  error: string | null;
  durationMs: number | null;
};

/** Reads the kept earlier attempts of a delivery, newest first, as `EarlierRow`. */
export function earlierStatement(id: string): Sql {
  return sql`
    select attempted_at as at, attempted_url as url, response_code as "responseCode", response_body as "responseBody",
      error, duration_ms as "durationMs"
    from webhook_attempts where delivery_id = ${id}::uuid order by attempted_at desc limit ${literal(ATTEMPTS_KEPT)}`;
}

/** Reads one delivery of an account, as `DeliveryDetailsRow`. */
export function deliveryStatement(accountId: number, id: string): Sql {
  return sql`
    select ${DELIVERY_COLUMNS}, coalesce(w.attempted_url, e.url) as url, w.body,
      w.response_body as "responseBody", w.earlier_attempts as "earlierAttempts",
      w.earlier_ended + (w.attempted_at is not null)::int as ended,
      coalesce(w.message_id, i.related_message_id) as "messageId"
    from webhook_deliveries w
    ${JOIN_ENDPOINT}
    left join inbound_messages i on i.id = w.inbound_id
    where w.id = ${id}::uuid and w.account_id = ${accountId}`;
}

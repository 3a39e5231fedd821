import { MAX_WAITING } from "@/lib/contracts/base/values";
import { type Sql, sql } from "@/lib/db/sql";
import type { WebhookKind } from "@/lib/webhooks/endpoint/endpoint-key";

/** A kind of event, with the account's endpoint if there is one. */
export type EndpointRow = {
  kind: WebhookKind;
  url: string | null;
  registeredAt: Date | null;
  failingSince: Date | null;
  pausedAt: Date | null;
  waiting: number;
  signed: boolean;
  olderEndAt: Date[];
};

/**
 * Counts the events that wait for an endpoint, due or kept, up to `MAX_WAITING` and one. Each has its partial index.
 */
export function waitingFor(accountId: Sql, kind: Sql, number: Sql): Sql {
  const isFor = sql`w.account_id = ${accountId} and w.kind = ${kind} and w.number = ${number}`;
  return sql`(select count(*)::int from (
        (select 1 from webhook_deliveries w where ${isFor} and w.due_at is not null limit ${MAX_WAITING + 1})
        union all
        (select 1 from webhook_deliveries w where ${isFor} and w.state = 'pending' and w.due_at is null
          limit ${MAX_WAITING + 1})
        limit ${MAX_WAITING + 1}) waiting)`;
}

/**
 * Reads a row for each kind of event, as `EndpointRow`. Due and kept events each have a partial index, and are
 * counted up to the shown maximum.
 */
export function endpointsStatement(accountId: number, now: Date): Sql {
  return sql`
    select k.kind, e.url, e.registered_at as "registeredAt", e.failing_since as "failingSince",
      e.paused_at as "pausedAt",
      ${waitingFor(sql`a.id`, sql`k.kind`, sql`0`)} as waiting,
      exists (select 1 from webhook_secrets s where s.account_id = a.id) as signed,
      array(select s.ends_at from webhook_secrets s where s.account_id = a.id and s.ends_at > ${now}
        order by s.ends_at desc) as "olderEndAt"
    from accounts a cross join unnest(array['inbound', 'report']::webhook_kind[]) as k (kind)
    left join webhook_endpoints e on e.account_id = a.id and e.kind = k.kind
    where a.id = ${accountId} order by k.kind`;
}

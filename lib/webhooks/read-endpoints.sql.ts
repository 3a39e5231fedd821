import { MAX_WAITING } from "@/lib/contracts/base/values";
import { type Sql, sql } from "@/lib/db/sql";
import type { WebhookKind } from "@/lib/webhooks/delivery/deliver.sql";

/** A kind of event, with the account's endpoint where it has one. */
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
 * A row for each kind of event, as `EndpointRow`. What is due and what is kept has a partial index each, and is counted
 * no further than is shown.
 */
export function endpointsStatement(accountId: number, now: Date): Sql {
  return sql`
    select k.kind, e.url, e.registered_at as "registeredAt", e.failing_since as "failingSince",
      e.paused_at as "pausedAt", (select count(*)::int from (
        (select 1 from webhook_deliveries w where w.account_id = a.id and w.kind = k.kind and w.due_at is not null
          limit ${MAX_WAITING + 1})
        union all
        (select 1 from webhook_deliveries w where w.account_id = a.id and w.kind = k.kind
          and w.state = 'pending' and w.due_at is null limit ${MAX_WAITING + 1})
        limit ${MAX_WAITING + 1}) waiting) as waiting,
      exists (select 1 from webhook_secrets s where s.account_id = a.id) as signed,
      array(select s.ends_at from webhook_secrets s where s.account_id = a.id and s.ends_at > ${now}
        order by s.ends_at desc) as "olderEndAt"
    from accounts a cross join unnest(enum_range(null::webhook_kind)) as k (kind)
    left join webhook_endpoints e on e.account_id = a.id and e.kind = k.kind
    where a.id = ${accountId} order by k.kind`;
}

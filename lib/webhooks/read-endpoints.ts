import { WAITING_MOST, type WebhookEndpointRecord } from "@/lib/contracts/members/webhooks";
import type { Database } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { formatNz } from "@/lib/sms/nz-time";
import type { WebhookKind } from "@/lib/webhooks/delivery/deliver.sql";

type Row = {
  kind: WebhookKind;
  url: string | null;
  registeredAt: Date | null;
  failingSince: Date | null;
  pausedAt: Date | null;
  waiting: number;
  signed: boolean;
  olderEndAt: Date[];
};

/** Where an account's events go, how that goes, and whether requests are signed: for the Members Area. */
export async function readEndpoints(
  db: Database,
  accountId: number,
  now: Date,
): Promise<{ endpoints: WebhookEndpointRecord[]; signed: boolean; olderForMs: number[] }> {
  // What is due and what is kept: each has its own partial index, and is counted no further than is shown.
  const rows = await db.query<Row>(sql`
    select k.kind, e.url, e.registered_at as "registeredAt", e.failing_since as "failingSince",
      e.paused_at as "pausedAt", (select count(*)::int from (
        (select 1 from webhook_deliveries w where w.account_id = a.id and w.kind = k.kind and w.due_at is not null
          limit ${WAITING_MOST + 1})
        union all
        (select 1 from webhook_deliveries w where w.account_id = a.id and w.kind = k.kind
          and w.state = 'pending' and w.due_at is null limit ${WAITING_MOST + 1})
        limit ${WAITING_MOST + 1}) waiting) as waiting,
      exists (select 1 from webhook_secrets s where s.account_id = a.id) as signed,
      array(select s.ends_at from webhook_secrets s where s.account_id = a.id and s.ends_at > ${now}
        order by s.ends_at desc) as "olderEndAt"
    from accounts a cross join unnest(enum_range(null::webhook_kind)) as k (kind)
    left join webhook_endpoints e on e.account_id = a.id and e.kind = k.kind
    where a.id = ${accountId} order by k.kind`);
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

import type { ConfigureResponse } from "@/lib/contracts/gateway/configure";
import type { Database } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import type { WebhookKind } from "@/lib/webhooks/delivery/deliver.sql";

/** Where an account's events go, and whether they are signed (rules: webhook registration). */
export async function readConfiguration(db: Database, accountId: number): Promise<ConfigureResponse> {
  const rows = await db.query<{ kind: WebhookKind | null; url: string | null; signed: boolean }>(sql`
    select e.kind, e.url, exists (select 1 from webhook_secrets s where s.account_id = a.id) as signed
    from accounts a left join webhook_endpoints e on e.account_id = a.id where a.id = ${accountId}`);
  const urlOf = (wanted: WebhookKind) => rows.find(({ kind }) => kind === wanted)?.url ?? null;
  const [inbound, report] = [urlOf("inbound"), urlOf("report")];
  return {
    success: true,
    webhook_url: inbound === report ? inbound : null,
    inbound_url: inbound,
    delivery_report_url: report,
    signed: rows[0]?.signed ?? false,
  };
}

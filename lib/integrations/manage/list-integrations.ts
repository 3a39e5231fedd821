import { INTEGRATION_KINDS, type IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import type { IntegrationListed } from "@/lib/contracts/members/integrations";
import type { Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { formatNz } from "@/lib/sms/nz-time";

type Row = { kind: IntegrationKind; enabled: boolean } & (
  | { at: Date; status: number; result: string }
  | { at: null }
);

/** Every integration there is, as an account has it: set up, on, last called when. */
export async function listIntegrations(db: Queryable, accountId: number): Promise<IntegrationListed[]> {
  const rows = await db.query<Row>(sql`
    select i.kind, i.enabled, last.at, last.status, last.result
    from integrations i
    left join lateral (
      select c.at, c.status, c.result from integration_calls c
      where c.account_id = i.account_id and c.kind = i.kind order by c.id desc limit 1
    ) last on true
    where i.account_id = ${accountId}`);
  const own = new Map(rows.map((row) => [row.kind, row]));
  return INTEGRATION_KINDS.map((kind) => {
    const row = own.get(kind);
    if (!row) return { kind, state: "none", lastCall: null };
    const lastCall = row.at && { at: formatNz(row.at), status: row.status, result: row.result };
    return { kind, state: row.enabled ? "on" : "off", lastCall };
  });
}

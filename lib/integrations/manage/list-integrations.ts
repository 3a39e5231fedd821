import { INTEGRATION_KINDS } from "@/lib/contracts/integrations/integration-kind";
import type { IntegrationListed } from "@/lib/contracts/members/integrations";
import type { Queryable } from "@/lib/db/client";
import { type IntegrationRow, integrationsStatement } from "@/lib/integrations/manage/list-integrations.sql";
import { formatNz } from "@/lib/sms/nz-time";

/** Lists every kind of integration with the account's state of it, and its last call. */
export async function listIntegrations(db: Queryable, accountId: number): Promise<IntegrationListed[]> {
  const rows = await db.query<IntegrationRow>(integrationsStatement(accountId));
  const own = new Map(rows.map((row) => [row.kind, row]));
  return INTEGRATION_KINDS.map((kind) => {
    const row = own.get(kind);
    if (!row) return { kind, state: "none", lastCall: null };
    const lastCall = row.at && { at: formatNz(row.at), status: row.status, result: row.result };
    return { kind, state: row.enabled ? "on" : "off", lastCall };
  });
}

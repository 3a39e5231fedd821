import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import type { Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { notSetUp } from "@/lib/integrations/manage/kind-of";

/**
 * Switches an integration on or off; what calls it while it is off is refused.
 * @returns whether that is other than before.
 * @throws GatewayError `not_found` where it is not set up.
 */
export async function enableIntegration(
  tx: Queryable,
  accountId: number,
  kind: IntegrationKind,
  enabled: boolean,
): Promise<boolean> {
  const [before] = await tx.query<{ enabled: boolean }>(sql`
    select enabled from integrations
    where account_id = ${accountId} and kind = ${kind}::integration_kind for update`);
  if (!before) throw notSetUp(kind);
  if (before.enabled === enabled) return false;
  await tx.query(sql`
    update integrations set enabled = ${enabled}
    where account_id = ${accountId} and kind = ${kind}::integration_kind`);
  return true;
}

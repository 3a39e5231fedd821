import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import type { Queryable } from "@/lib/db/client";
import { lockIntegration } from "@/lib/integrations/manage/lock-integration";

/**
 * Switches an integration on or off. Calls are rejected while it is off.
 * @returns true if that changed it.
 * @throws GatewayError `not_found` if it is not set up.
 */
export async function enableIntegration(
  tx: Queryable,
  accountId: number,
  kind: IntegrationKind,
  enabled: boolean,
): Promise<boolean> {
  const before = await lockIntegration(tx, accountId, kind);
  if (before.enabled === enabled) return false;
  await tx.prisma.integration.updateMany({ where: { accountId, kind }, data: { enabled } });
  return true;
}

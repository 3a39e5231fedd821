import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import type { Queryable } from "@/lib/db/client";
import { notSetUp } from "@/lib/integrations/manage/kind-of";
import {
  type LockedIntegration,
  lockIntegrationStatement,
} from "@/lib/integrations/manage/lock-integration.sql";

/**
 * Locks an account's integration before a change, and returns it. Other changes wait.
 * @param tx a transaction.
 * @throws GatewayError `not_found` if it is not set up.
 */
export async function lockIntegration(
  tx: Queryable,
  accountId: number,
  kind: IntegrationKind,
): Promise<LockedIntegration> {
  const [found] = await tx.query<LockedIntegration>(lockIntegrationStatement(accountId, kind));
  if (!found) throw notSetUp(kind);
  return found;
}

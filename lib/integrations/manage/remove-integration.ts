import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import type { Queryable } from "@/lib/db/client";
import { notSetUp } from "@/lib/integrations/manage/kind-of";

/**
 * Deletes an integration with its secret, its settings and its calls. The messages that it sent stay.
 * @throws GatewayError `not_found` if it is not set up.
 */
export async function removeIntegration(
  tx: Queryable,
  accountId: number,
  kind: IntegrationKind,
): Promise<void> {
  const { count } = await tx.prisma.integration.deleteMany({ where: { accountId, kind } });
  if (count === 0) throw notSetUp(kind);
}

import { INTEGRATIONS, type IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import { hashSecret } from "@/lib/crypto/secrets";
import type { Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { notSetUp } from "@/lib/integrations/manage/kind-of";
import { newIntegrationSecret } from "@/lib/integrations/manage/set-up-integration";

/**
 * Replaces an integration's secret (rules: integrations). The old one ends at once: a person who has it must lose
 * access.
 * @returns the secret, to be shown once; only its hash is stored.
 * @throws GatewayError `not_found` if it is not set up, `conflict` for a kind that has no secret.
 */
export async function rollSecret(
  tx: Queryable,
  accountId: number,
  kind: IntegrationKind,
  now: Date,
): Promise<string> {
  const secret = newIntegrationSecret(kind, tx.cell);
  if (secret === null) throw new GatewayError("conflict", `${INTEGRATIONS[kind].title} has no secret.`);
  const { count } = await tx.prisma.integration.updateMany({
    where: { accountId, kind },
    data: { secretHash: new Uint8Array(hashSecret(secret)), secretMadeAt: now },
  });
  if (count === 0) throw notSetUp(kind);
  return secret;
}

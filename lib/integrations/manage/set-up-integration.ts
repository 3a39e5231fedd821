import { INTEGRATIONS, type IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import type { IntegrationSettings } from "@/lib/contracts/members/integrations";
import { hashSecret } from "@/lib/crypto/secrets";
import type { Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { newCredential } from "@/lib/ids";
import { requireSender } from "@/lib/integrations/manage/require-sender";

/** Random bytes of an integration's secret. */
const SECRET_BYTES = 32;

/** Returns a new secret for an integration of an account in a cell, to be shown once; null for a kind without one. */
export function newIntegrationSecret(kind: IntegrationKind, cell: number): string | null {
  return INTEGRATIONS[kind].secret && newCredential("isk", SECRET_BYTES, cell);
}

/**
 * Sets an integration up for an account, and switches it on (rules: integrations).
 * @returns its secret, of which only the hash is stored, and the sender's number.
 * @throws GatewayError as `requireSender`; `conflict` if it is already set up.
 */
export async function setUpIntegration(
  tx: Queryable,
  accountId: number,
  given: IntegrationSettings & { kind: IntegrationKind },
  now: Date,
): Promise<{ secret: string | null; sender: string }> {
  const { kind, shortcodeId, messageClass, rateCode } = given;
  const sender = await requireSender(tx, accountId, kind, shortcodeId);
  const secret = newIntegrationSecret(kind, tx.cell);
  const { count } = await tx.prisma.integration.createMany({
    data: [
      {
        accountId,
        kind,
        messageClass,
        rateCode: rateCode || null,
        createdAt: now,
        shortcodeId: shortcodeId ?? null,
        ...(secret && { secretHash: new Uint8Array(hashSecret(secret)), secretMadeAt: now }),
      },
    ],
    skipDuplicates: true,
  });
  if (count > 0) return { secret, sender };
  throw new GatewayError("conflict", `${INTEGRATIONS[kind].title} is already set up.`);
}

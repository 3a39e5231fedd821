import type { Details } from "@/lib/activity/record-activity";
import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import type { IntegrationSettings } from "@/lib/contracts/members/integrations";
import type { Queryable } from "@/lib/db/client";
import { lockIntegration } from "@/lib/integrations/manage/lock-integration";
import { requireSender } from "@/lib/integrations/manage/require-sender";

/**
 * Changes the sender, the kind of message and the rate code of an integration.
 * @returns the changed settings, in words for the account's activity; null if there are none.
 * @throws GatewayError `not_found` if it is not set up; as `requireSender` for another sender than before.
 */
export async function changeIntegration(
  tx: Queryable,
  accountId: number,
  { kind, shortcodeId, messageClass, rateCode }: IntegrationSettings & { kind: IntegrationKind },
): Promise<Details | null> {
  const before = await lockIntegration(tx, accountId, kind);
  const after = { shortcodeId: shortcodeId ?? null, messageClass, rateCode: rateCode || null };
  const details: Details = {};
  // A sender that the account may not use any more stays until another is chosen. Meanwhile calls are rejected.
  const isKept = after.shortcodeId !== null && after.shortcodeId === before.shortcodeId;
  const sender = isKept ? null : await requireSender(tx, accountId, kind, shortcodeId);
  if (after.shortcodeId !== before.shortcodeId) details.sender = sender;
  if (after.messageClass !== before.messageClass) details["kind of message"] = messageClass;
  if (after.rateCode !== before.rateCode) details["rate code"] = after.rateCode ?? "none";
  if (Object.keys(details).length === 0) return null;
  await tx.prisma.integration.updateMany({ where: { accountId, kind }, data: after });
  return details;
}

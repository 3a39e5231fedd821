import { INTEGRATIONS, type IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import type { Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/** The words in the activity for the account's usual sender. */
export const USUAL_SENDER = "the usual one";

/**
 * Checks that an account may send from its choice for an integration.
 * @param shortcodeId the chosen sender; undefined for the account's usual one.
 * @returns the sender's number, or words for the usual one.
 * @throws GatewayError `missing_parameter` if a sender must be chosen; `sender_not_authorised`.
 */
export async function requireSender(
  db: Queryable,
  accountId: number,
  kind: IntegrationKind,
  shortcodeId: number | undefined,
): Promise<string> {
  if (shortcodeId === undefined) {
    if (!INTEGRATIONS[kind].needsShortcode) return USUAL_SENDER;
    throw new GatewayError("missing_parameter", "Parameter 'shortcodeId' is required.");
  }
  const sender = await db.prisma.shortcode.findUnique({
    where: { id: shortcodeId, active: true, OR: [{ ownerId: null }, { ownerId: accountId }] },
    select: { number: true },
  });
  if (sender) return sender.number;
  throw new GatewayError("sender_not_authorised", "This account can't use that sender.");
}

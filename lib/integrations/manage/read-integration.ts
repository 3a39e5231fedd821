import { findUsualSender } from "@/lib/accounts/find-sender";
import { listSenders } from "@/lib/accounts/settings";
import type { Member } from "@/lib/auth/sessions/member";
import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import type { IntegrationRecord, IntegrationView } from "@/lib/contracts/members/integrations";
import type { Database } from "@/lib/db/client";
import { formatNz } from "@/lib/sms/nz-time";

const SHOWN = {
  ...{ enabled: true, messageClass: true, rateCode: true, secretMadeAt: true },
  shortcode: { select: { id: true, number: true, active: true, ownerId: true } },
} as const;

/** One integration as an account has set it up, without its secret, and what there is to choose from. */
export async function readIntegration(
  db: Database,
  member: Member,
  kind: IntegrationKind,
  now: Date,
): Promise<IntegrationView> {
  const { accountId } = member;
  const [integration, senders, usualSender] = await Promise.all([
    find(db, accountId, kind),
    listSenders(db, accountId),
    findUsualSender(db, member, now),
  ]);
  return { kind, custId: accountId, integration, senders, usualSender };
}

async function find(
  db: Database,
  accountId: number,
  kind: IntegrationKind,
): Promise<IntegrationRecord | null> {
  const row = await db.prisma.integration.findUnique({
    where: { accountId_kind: { accountId, kind } },
    select: SHOWN,
  });
  if (!row) return null;
  const { enabled, messageClass, rateCode, secretMadeAt, shortcode } = row;
  return {
    ...{ enabled, messageClass, rateCode },
    secretMadeAt: secretMadeAt && formatNz(secretMadeAt),
    shortcode: shortcode && {
      id: shortcode.id,
      number: shortcode.number,
      // It may have been taken out of use, or given to another account.
      usable: shortcode.active && (shortcode.ownerId === null || shortcode.ownerId === accountId),
    },
  };
}

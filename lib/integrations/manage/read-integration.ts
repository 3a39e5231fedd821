import { findUsualSender } from "@/lib/accounts/find-sender";
import { listSenders } from "@/lib/accounts/settings";
import type { Member } from "@/lib/auth/sessions/member";
import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import type { IntegrationRecord, IntegrationView } from "@/lib/contracts/members/integrations";
import type { Database } from "@/lib/db/client";
import { integrationStatement, type SetUpRow } from "@/lib/integrations/manage/read-integration.sql";
import { formatNz } from "@/lib/sms/nz-time";

/** Reads an account's integration without its secret, and the senders to choose from. */
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
  const [row] = await db.query<SetUpRow>(integrationStatement(accountId, kind));
  return row ? { ...row, secretMadeAt: row.secretMadeAt && formatNz(row.secretMadeAt) } : null;
}

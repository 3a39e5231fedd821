import { decrypt } from "@/lib/crypto/encryption";
import type { Database } from "@/lib/db/client";
import { MAX_SECRETS } from "@/lib/webhooks/signing/signing-secret";

/**
 * The secrets that sign requests to an account at an instant, newest first (rules: signing secrets). After
 * rolls there are up to three, without a secret none.
 * @throws Error for secrets that were encrypted under another `AUTH_SECRET`.
 */
export async function readSigningSecrets(
  db: Database,
  accountId: number,
  authSecret: string,
  now: Date,
): Promise<string[]> {
  const rows = await db.prisma.webhookSecret.findMany({
    where: { accountId, OR: [{ endsAt: null }, { endsAt: { gt: now } }] },
    orderBy: [{ endsAt: { sort: "desc", nulls: "first" } }, { id: "desc" }],
    take: MAX_SECRETS,
    select: { encrypted: true },
  });
  return rows.map(({ encrypted }) => decrypt(encrypted, authSecret));
}

import { decrypt } from "@/lib/crypto/encryption";
import type { Database } from "@/lib/db/client";
import { MAX_SECRETS } from "@/lib/webhooks/signing/signing-secret";
import { signingSecretsStatement } from "@/lib/webhooks/signing/signing-secrets.sql";

/**
 * Reads the secrets that sign requests to an account at an instant, newest first (rules: signing secrets). After
 * rolls there are up to three.
 * @throws Error if secrets were encrypted under another `AUTH_SECRET`.
 */
export async function readSigningSecrets(
  db: Database,
  accountId: number,
  authSecret: string,
  now: Date,
): Promise<string[]> {
  const [row] = await db.query<{ secrets: Buffer[] }>(signingSecretsStatement(accountId, now));
  return (row?.secrets ?? []).slice(0, MAX_SECRETS).map((encrypted) => decrypt(encrypted, authSecret));
}

import { hashSecret } from "@/lib/crypto/secrets";
import type { Queryable } from "@/lib/db/client";
import { newCredential, newId } from "@/lib/ids";

/** A new API key. Only this value has the `clientSecret`: the database stores its hash. */
export type NewApiKey = { id: string; clientId: string; clientSecret: string };

/**
 * Creates an API key for an account (rules: api keys).
 * @param expiresAt the end of its validity; null for none.
 */
export async function createApiKey(
  db: Queryable,
  accountId: number,
  key: { name: string; expiresAt: Date | null; dailyLimitMicros?: bigint | null },
  now: Date,
): Promise<NewApiKey> {
  const clientId = newCredential("cid", 15, db.cell);
  const made = { id: newId(), clientId, clientSecret: newCredential("csk", 32) };
  const { id, clientSecret } = made;
  const data = { ...key, id, accountId, clientId, secretHash: hashSecret(clientSecret), createdAt: now };
  await db.prisma.apiKey.createMany({ data });
  return made;
}

import { hashSecret } from "@/lib/accounts/secrets";
import type { Database } from "@/lib/db/client";
import { newCredential, newId } from "@/lib/ids";

/** A new API key; `clientSecret` can be read here and never again: only its hash is stored. */
export type NewApiKey = { id: string; clientId: string; clientSecret: string };

/**
 * Makes an API key for an account (spec 5.2).
 * @param expiresAt when it stops working; null for never.
 */
export async function createApiKey(
  db: Database,
  accountId: number,
  key: { name: string; expiresAt: Date | null },
  now: Date,
): Promise<NewApiKey> {
  const made = { id: newId(), clientId: newCredential("cid", 15), clientSecret: newCredential("csk", 32) };
  await db.prisma.apiKey.create({
    data: {
      id: made.id,
      accountId,
      name: key.name,
      clientId: made.clientId,
      secretHash: new Uint8Array(hashSecret(made.clientSecret)),
      createdAt: now,
      expiresAt: key.expiresAt,
    },
  });
  return made;
}

import type { Sender } from "@/bench/lib/load/requests";
import type { Stage } from "@/bench/lib/stage/stage";
import { createAccount } from "@/lib/accounts/create-account";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import { issueToken } from "@/lib/auth/keys/issue-token";
import type { Database } from "@/lib/db/client";
import { rollSigningSecret } from "@/lib/webhooks/signing/signing-secret";
import { randomSecret } from "@/server/base/kept-file";
import { registerWebhook } from "@/tests/support/webhooks/register-webhook";

/** NZ$10 million: more than any run spends. */
const BALANCE_MICROS = 10n ** 13n;

/** Creates accounts with a balance, an API key and a token each. */
export function makeSenders(db: Database, name: string, count: number): Promise<Sender[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => makeSender(db, `${name}${index}`)));
}

async function makeSender(db: Database, name: string): Promise<Sender> {
  const now = new Date();
  const given = {
    email: `${name}@example.com`,
    password: randomSecret(),
    name,
    balanceMicros: BALANCE_MICROS,
  };
  const { accountId, email } = await createAccount(db, given, now);
  const made = await createApiKey(db, accountId, { name: "Benchmark", expiresAt: null }, now);
  const key = { client_id: made.clientId, client_secret: made.clientSecret };
  const { access_token: token } = await issueToken(db, key, { address: "127.0.0.1" }, now);
  return { accountId, userId: email, password: given.password, token, key };
}

/** Sends the delivery reports of accounts to the receiver, each signed, to an address of its own. */
export async function reportTo(
  { db, outside, authSecret }: Stage,
  senders: readonly Sender[],
): Promise<void> {
  const now = new Date();
  for (const { accountId } of senders) {
    const path = `/${accountId}`;
    const url = `http://${outside.receiver}${path}`;
    await registerWebhook(db, { accountId, kinds: ["report"], url }, now);
    const secret = await db.transaction((tx) => rollSigningSecret(tx, accountId, authSecret, now));
    await outside.set({ secrets: { [path]: secret ?? "" } });
  }
}

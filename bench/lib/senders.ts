import type { Sender } from "@/bench/lib/load/requests";
import { createAccount } from "@/lib/accounts/create-account";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import { issueToken } from "@/lib/auth/keys/issue-token";
import { type Database, openDatabase } from "@/lib/db/client";
import { randomSecret } from "@/server/base/kept-file";
import { registerWebhook } from "@/tests/support/webhooks/register-webhook";

/** NZ$10 million: more than any run spends. */
const BALANCE_MICROS = 10n ** 13n;

/** Accounts of a scenario with many, and accounts that have webhooks. */
export const BENCH_ACCOUNTS = 100;
const WITH_WEBHOOKS = 16;

/** Makes the accounts of a run in a gateway's database. */
export async function makeBenchSenders(
  databaseUrl: string,
  receivers: string,
): Promise<{ one: Sender[]; hundred: Sender[]; withWebhooks: Sender[] }> {
  const db = openDatabase(databaseUrl, 4);
  const hundred = await makeSenders(db, "bench", BENCH_ACCOUNTS);
  const withWebhooks = await makeSenders(db, "webhooks", WITH_WEBHOOKS);
  await reportTo(db, withWebhooks, receivers);
  await db.close();
  return { one: hundred.slice(0, 1), hundred, withWebhooks };
}

/** Makes accounts with money to spend, an API key and a token each. */
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

/** Sends the delivery reports of all these accounts to one receiver, each to an address of its own. */
async function reportTo(db: Database, senders: readonly Sender[], hostPort: string): Promise<void> {
  for (const { accountId } of senders) {
    await registerWebhook(
      db,
      { accountId, kinds: ["report"], url: `http://${hostPort}/${accountId}` },
      new Date(),
    );
  }
}

import { createAccount } from "@/lib/accounts/create-account";
import { db } from "@/lib/db/client";
import { keptFile, randomSecret } from "@/server/base/kept-file";

export type DemoCredentials = { userId: string; password: string };

const DEMO_EMAIL = "demo@example.com";
const DEMO_BALANCE_MICROS = 100_000_000n;

/**
 * Makes the demo account of an embedded database that has no account at all, with a random password. The data
 * folder keeps its credentials, so that every later start can show them. Null where this database's accounts
 * were made in another way.
 */
export async function seedDemo(dataDir: string): Promise<DemoCredentials | null> {
  // Written before the account is made: an interrupted start must not lose the password.
  const kept = keptFile(dataDir, "demo-account.json", () =>
    JSON.stringify({ userId: DEMO_EMAIL, password: randomSecret() } satisfies DemoCredentials),
  );
  const credentials: DemoCredentials = JSON.parse(kept);
  if ((await db().prisma.account.count({ take: 1 })) === 0) {
    const { userId: email, password } = credentials;
    await createAccount(
      db(),
      { email, password, name: "Demo", country: "NZ", balanceMicros: DEMO_BALANCE_MICROS, unicode: true },
      new Date(),
    );
    return credentials;
  }
  const isThere = (await db().prisma.account.count({ where: { email: credentials.userId } })) > 0;
  return isThere ? credentials : null;
}

import pg from "pg";
import { type AccountsRow, accountsStatement } from "@/scripts/lib/demo-account.sql";
import { keptFile, randomSecret } from "@/server/base/kept-file";

export type DemoCredentials = { userId: string; password: string };

const DEMO_EMAIL = "demo@example.com";

/**
 * The demo account of an embedded database, which is made where the database has no account at all, with a random
 * password. The data folder keeps its credentials, so that every later start can show them. Null where this database's
 * accounts were made in another way.
 * @param create makes the account.
 */
export async function demoAccount(
  dataDir: string,
  url: string,
  create: (credentials: DemoCredentials) => Promise<void>,
): Promise<DemoCredentials | null> {
  // Written before the account is made: an interrupted start must not lose the password.
  const kept = keptFile(dataDir, "demo-account.json", () =>
    JSON.stringify({ userId: DEMO_EMAIL, password: randomSecret() } satisfies DemoCredentials),
  );
  const credentials: DemoCredentials = JSON.parse(kept);
  const { hasAccounts, hasDemo } = await lookForAccounts(url, credentials.userId);
  if (!hasAccounts) await create(credentials);
  return hasDemo || !hasAccounts ? credentials : null;
}

/** Asks by the driver alone: the database client takes as long to load as all else that a start does. */
async function lookForAccounts(url: string, email: string): Promise<AccountsRow> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A connection that is lost fails the query; without a listener it would end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    const { text, values } = accountsStatement(email);
    const { rows } = await client.query<AccountsRow>(text, [...values]);
    return rows[0] as AccountsRow;
  } finally {
    await client.end();
  }
}

import pg from "pg";
import { type AccountsRow, accountsStatement } from "@/scripts/lib/demo-account.sql";
import { keptFile, randomSecret } from "@/server/base/kept-file";

export type DemoCredentials = { userId: string; password: string };

const DEMO_EMAIL = "demo@example.com";

/**
 * Returns the credentials of an embedded database's demo account. If the database has no account at all, the demo
 * account is created with a random password. The data folder keeps its credentials, so that every later start can
 * show them. Returns null if this database's accounts were created in another way.
 * @param create creates the account.
 */
export async function demoAccount(
  dataDir: string,
  url: string,
  create: (credentials: DemoCredentials) => Promise<void>,
): Promise<DemoCredentials | null> {
  // This is written before the account is created: an interrupted start must not lose the password.
  const kept = keptFile(dataDir, "demo-account.json", () =>
    JSON.stringify({ userId: DEMO_EMAIL, password: randomSecret() } satisfies DemoCredentials),
  );
  const credentials: DemoCredentials = JSON.parse(kept);
  const { hasAccounts, hasDemo } = await lookForAccounts(url, credentials.userId);
  if (!hasAccounts) await create(credentials);
  return hasDemo || !hasAccounts ? credentials : null;
}

/** Reads with the driver alone: loading the database client takes as long as the rest of a start. */
async function lookForAccounts(url: string, email: string): Promise<AccountsRow> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A lost connection fails the query. Without a listener it would end the process.
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

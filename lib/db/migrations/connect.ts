import pg from "pg";

/** A database that cannot be used or brought up to date; the message is one sentence for whoever runs the server. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

export function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).trim().split("\n")[0] ?? "";
}

/** The database's name and host. The rest of its address holds the password. */
export function describeDatabase(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${pathname.slice(1)} at ${host}`;
}

/**
 * Opens a connection by itself.
 * @throws MigrationError where the database cannot be reached.
 */
export async function connect(databaseUrl: string, opening: pg.ClientConfig = {}): Promise<pg.Client> {
  let where = "in DATABASE_URL";
  try {
    where = describeDatabase(databaseUrl);
    const client = new pg.Client({
      ...{ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 },
      ...opening,
    });
    client.on("error", () => {});
    await client.connect();
    return client;
  } catch (error) {
    // A host with several addresses fails with one error for each of them and no message of its own.
    const cause = error instanceof AggregateError ? error.errors[0] : error;
    throw new MigrationError(`The database ${where} cannot be reached: ${firstLine(cause)}.`, { cause });
  }
}

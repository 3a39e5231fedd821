import pg from "pg";
import { readAddress } from "@/lib/database-address";
import { plainOpening, sessionStatements } from "@/lib/db/session/settings";

/** A database that cannot be used or brought up to date. The message is one sentence for the operator. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

export function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).trim().split("\n")[0] ?? "";
}

/**
 * Returns the database's name and host, and its schema if the address has one. The rest of the address has the
 * password.
 */
export function describeDatabase(databaseUrl: string): string {
  const { connectionString, schema } = readAddress(databaseUrl);
  const { host, pathname } = new URL(connectionString);
  return `${pathname.slice(1)} at ${host}${schema === undefined ? "" : `, schema ${schema}`}`;
}

/**
 * Opens a separate connection, which sees the tables of the address's schema.
 * @param opening the connection's settings, if no later statements set them.
 * @throws MigrationError if the database cannot be reached.
 */
export async function connect(databaseUrl: string, opening?: pg.ClientConfig): Promise<pg.Client> {
  let where = "in DATABASE_URL";
  try {
    where = describeDatabase(databaseUrl);
    const client = new pg.Client({
      connectionTimeoutMillis: 10_000,
      ...(opening ?? plainOpening(databaseUrl)),
    });
    client.on("error", () => {});
    await client.connect();
    const statements = opening ? "" : sessionStatements(databaseUrl);
    if (statements !== "") await client.query(statements);
    return client;
  } catch (error) {
    // A host with several addresses fails with one error for each of them, and an empty message.
    const cause = error instanceof AggregateError ? error.errors[0] : error;
    throw new MigrationError(`The database ${where} cannot be reached: ${firstLine(cause)}.`, { cause });
  }
}

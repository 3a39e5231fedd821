import type pg from "pg";
import { readAddress } from "@/lib/database-address";
import { connect, describeDatabase, firstLine, MigrationError } from "@/lib/db/migrations/connect";

/**
 * Creates the schema in an address if it is missing. An address without one needs none.
 * @throws MigrationError if the role is not allowed to.
 */
export async function createSchema(databaseUrl: string): Promise<void> {
  const { schema } = readAddress(databaseUrl);
  if (schema === undefined) return;
  const client = await connect(databaseUrl);
  try {
    // A role that may not create a schema may still use an existing one.
    if (await hasSchema(client, schema)) return;
    // A cluster places the schema on a node later, once its ids start at the cell's first id. Citus alters no
    // sequence that it knows.
    await client.query("set citus.enable_schema_based_sharding = off");
    await client.query(`create schema if not exists "${schema}"`);
  } catch (error) {
    throw new MigrationError(
      `The database ${describeDatabase(databaseUrl)} cannot be created: ${firstLine(error)}.`,
    );
  } finally {
    await client.end();
  }
}

/**
 * Checks that the schema in an address exists, so that a mistyped name creates none.
 * @throws MigrationError if it does not exist.
 */
export async function requireSchema(client: pg.Client, databaseUrl: string): Promise<void> {
  const { schema } = readAddress(databaseUrl);
  if (schema === undefined || (await hasSchema(client, schema))) return;
  throw new MigrationError(
    `The database ${describeDatabase(databaseUrl)} does not exist: create the schema, or let npm run cells -- add create it.`,
  );
}

async function hasSchema(client: pg.Client, schema: string): Promise<boolean> {
  const { rows } = await client.query("select 1 from pg_namespace where nspname = $1", [schema]);
  return rows.length > 0;
}

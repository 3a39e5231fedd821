import type pg from "pg";
import { readAddress } from "@/lib/database-address";
import { connect, describeDatabase, firstLine, MigrationError } from "@/lib/db/migrations/connect";

/**
 * Makes the schema that an address names, where it is not there yet. An address that names none has one.
 * @throws MigrationError where the role may not.
 */
export async function createSchema(databaseUrl: string): Promise<void> {
  const { schema } = readAddress(databaseUrl);
  if (schema === undefined) return;
  const client = await connect(databaseUrl);
  try {
    // Asked first: who may make none may use one that is there.
    if (await hasSchema(client, schema)) return;
    // On a cluster it is placed on a node once its ids count from the cell's first: Citus alters no sequence that it knows.
    await client.query("set citus.enable_schema_based_sharding = off");
    await client.query(`create schema if not exists "${schema}"`);
  } catch (error) {
    throw new MigrationError(
      `The database ${describeDatabase(databaseUrl)} cannot be made: ${firstLine(error)}.`,
    );
  } finally {
    await client.end();
  }
}

/**
 * Looks whether the schema that an address names is there. A name that is mistyped makes none.
 * @throws MigrationError where it is not.
 */
export async function requireSchema(client: pg.Client, databaseUrl: string): Promise<void> {
  const { schema } = readAddress(databaseUrl);
  if (schema === undefined || (await hasSchema(client, schema))) return;
  throw new MigrationError(
    `The database ${describeDatabase(databaseUrl)} is not there: make the schema, or have npm run cells -- add make it.`,
  );
}

async function hasSchema(client: pg.Client, schema: string): Promise<boolean> {
  const { rows } = await client.query("select 1 from pg_namespace where nspname = $1", [schema]);
  return rows.length > 0;
}

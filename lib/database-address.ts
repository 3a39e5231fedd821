/** The schema of an address without one. */
export const DEFAULT_SCHEMA = "public";

/** A plain name, which needs no quotes in a `search_path`. */
const PLAIN_NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/** Names that PostgreSQL reserves. */
const RESERVED = /^(?:pg_|information_schema$)/;

/** The address of a database, and its schema. */
export type Address = {
  /** The address in the form of `pg`. */
  connectionString: string;
  /** The schema in the address. If it is undefined, the server chooses, as for `public`. */
  schema: string | undefined;
};

/** A schema in an address. `pg` has no such parameter. */
const NAMES_SCHEMA = /[?&]schema=/;

/**
 * Reads an address such as `postgres://…/gateway?schema=cell_2` (rules: cells).
 * @throws Error with a sentence, without the address, for a schema that no cell can have.
 */
export function readAddress(databaseUrl: string): Address {
  if (!NAMES_SCHEMA.test(databaseUrl)) return { connectionString: databaseUrl, schema: undefined };
  const wrong = wrongSchema(databaseUrl);
  if (wrong !== null) throw new Error(wrong);
  const url = new URL(databaseUrl);
  const schema = url.searchParams.get("schema") ?? undefined;
  url.searchParams.delete("schema");
  return { connectionString: url.href, schema };
}

/**
 * Returns the reason that a schema in an address cannot be a cell's; null if it can, and for an address without one.
 */
export function wrongSchema(databaseUrl: string): string | null {
  if (!NAMES_SCHEMA.test(databaseUrl)) return null;
  if (!URL.canParse(databaseUrl)) return "an address with a schema must be a whole one, with a host";
  const [schema = "", ...more] = new URL(databaseUrl).searchParams.getAll("schema");
  const isPlain = more.length === 0 && PLAIN_NAME.test(schema) && !RESERVED.test(schema);
  return isPlain ? null : WRONG_SCHEMA;
}

const WRONG_SCHEMA =
  "a schema is a name of 1 to 63 small letters, digits and underscores that begins with no digit and not with pg_";

/**
 * Returns the settings that limit a session to the tables of its schema. They are empty for an address without one.
 */
export function schemaSettings({ schema }: Pick<Address, "schema">): Readonly<Record<string, string>> {
  return schema === undefined ? {} : { search_path: schema };
}

/**
 * Returns the name under which the server lists the sessions of an address, unless the address has its own. It
 * differs for each schema.
 */
export function applicationName({ schema }: Pick<Address, "schema">): string {
  return `gateway:${schema ?? DEFAULT_SCHEMA}`.slice(0, LONGEST_NAME);
}

/** The longest name that PostgreSQL stores, in bytes. */
const LONGEST_NAME = 63;

/** The schema of an address that names none. */
export const DEFAULT_SCHEMA = "public";

/** A plain name, which needs no quotes in a `search_path`. */
const PLAIN_NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/** What PostgreSQL keeps for itself. */
const RESERVED = /^(?:pg_|information_schema$)/;

/** Where a database is, and the schema in it that is meant. */
export type Address = {
  /** The address as `pg` takes it. */
  connectionString: string;
  /** The schema that the address names; undefined where it leaves that to the server, as `public`. */
  schema: string | undefined;
};

/** Where an address names a schema, as no parameter of `pg`'s own does. */
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

/** Why the schema that an address names cannot be one of a cell's; null where it can, or none is named. */
export function wrongSchema(databaseUrl: string): string | null {
  if (!NAMES_SCHEMA.test(databaseUrl)) return null;
  if (!URL.canParse(databaseUrl)) return "an address with a schema must be a whole one, with a host";
  const [schema = "", ...more] = new URL(databaseUrl).searchParams.getAll("schema");
  const isPlain = more.length === 0 && PLAIN_NAME.test(schema) && !RESERVED.test(schema);
  return isPlain ? null : WRONG_SCHEMA;
}

const WRONG_SCHEMA =
  "a schema is a name of 1 to 63 small letters, digits and underscores that begins with no digit and not with pg_";

/** What has a session see the tables of its schema alone: nothing where the address names none. */
export function schemaSettings({ schema }: Pick<Address, "schema">): Readonly<Record<string, string>> {
  return schema === undefined ? {} : { search_path: schema };
}

/**
 * By which name the server lists the sessions of an address, unless that has one of its own: it tells those of one schema from
 * those of another.
 */
export function applicationName({ schema }: Pick<Address, "schema">): string {
  return `gateway:${schema ?? DEFAULT_SCHEMA}`.slice(0, LONGEST_NAME);
}

/** What PostgreSQL keeps of a name, in bytes. */
const LONGEST_NAME = 63;

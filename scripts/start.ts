import path from "node:path";
import { closeDb } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrate";
import { type Env, reloadEnv } from "@/lib/env";
import { CommandError, runCommand } from "@/scripts/lib/command-error";
import { lockDataDir } from "@/scripts/lib/data-lock";
import { startEmailToSms } from "@/scripts/lib/email-to-sms";
import { startPostgres } from "@/scripts/lib/embedded-postgres";
import { greeting } from "@/scripts/lib/greeting";
import { checkPort, createGatewayServer, listen } from "@/scripts/lib/http-server";
import { keptFile, randomSecret } from "@/scripts/lib/kept-file";
import { mountRoutes } from "@/scripts/lib/mounted-routes";
import { readSettings } from "@/scripts/lib/settings";
import { onShutdown, runShutdownHooks, shutDownOnSignals, undoAll } from "@/scripts/lib/shutdown";
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

/** Starts the embedded database where no other is named; gives the address of the one to use. */
async function openDatabase(env: Env): Promise<string> {
  if (env.databaseUrl !== undefined) return env.databaseUrl;
  onShutdown(lockDataDir(env.dataDir));
  const postgres = await startPostgres({ dataDir: env.dataDir });
  onShutdown(postgres.stop);
  return postgres.url();
}

/** Brings the database up to date; an embedded one that is still empty gets its demo account. */
async function prepareDatabase(env: Env): Promise<DemoCredentials | null> {
  const url = await openDatabase(env);
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

/** Starts the application in this process and waits until it listens. Gives the port. */
async function serve(env: Env): Promise<number> {
  // Next reads its environment while it loads.
  const { default: next } = await import("next");
  const dir = path.dirname(import.meta.dirname);
  // While it is developed, Next sees to it that a changed file counts.
  const mounted = development ? undefined : await mountRoutes(path.join(dir, "app"));
  const { server, drain } = createGatewayServer(
    (request, response) => void app.getRequestHandler()(request, response),
    env.trustProxyHops,
    mounted,
  );
  // With the server in hand Next answers the development browser's WebSocket itself.
  const app = next({ dev: development, dir, hostname: env.host, port: env.port, httpServer: server });
  onShutdown(() => app.close());
  onShutdown(runShutdownHooks);
  await app.prepare();
  const port = await listen(server, env.port, env.host);
  onShutdown(drain);
  return port;
}

runCommand(async () => {
  if (!process.env.NODE_ENV)
    Object.assign(process.env, { NODE_ENV: development ? "development" : "production" });
  shutDownOnSignals();
  const env = readSettings();
  ensureAuthSecret(env);
  nameOwnAddress(env);
  await checkPort(env.port, env.host);
  try {
    const demo = await prepareDatabase(env);
    const port = await serve(env);
    const emails = await startEmailToSms(env);
    if (emails) onShutdown(emails.stop);
    console.log(greeting(env, port, demo, new Date()));
    if (emails) console.log(`E-mails to <number>@${env.emailToSmsDomain} are taken on port ${emails.port}`);
  } catch (error) {
    await undoAll();
    throw error;
  }
  // Until a signal ends the process.
  await new Promise(() => {});
});

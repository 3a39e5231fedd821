import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onShutdown } from "@/lib/shutdown";
import { CommandError } from "@/server/base/command-error";
import { freePort } from "@/server/base/free-port";

const READY_TIMEOUT_MS = 60_000;

/** The server that is measured. */
export type Gateway = { port: number; pid: number; stop: () => Promise<void> };

export type GatewayOptions = {
  root: string;
  databaseUrl: string;
  authSecret: string;
  /** Webhook receivers that may be private, as `host:port`. */
  receivers: string;
  /** A folder of this run. The server's log goes there. */
  folder: string;
  /** Options for Node, such as those that write a profile of processor time. */
  nodeOptions?: readonly string[];
  /** Settings that replace the usual ones of a run. */
  settings?: Record<string, string>;
};

/** Node's options that write a profile of processor time to a folder. */
export function profiling(folder: string | undefined): string[] {
  return folder === undefined ? [] : ["--cpu-prof", "--cpu-prof-dir", folder];
}

/** Starts the production server as an operator would, in a process of its own, and waits until it answers. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { root, databaseUrl, authSecret, receivers, folder, nodeOptions = [], settings } = options;
  const port = await freePort();
  const logFile = path.join(folder, "server.log");
  const log = openSync(logFile, "w");
  const server = spawn(process.execPath, [...nodeOptions, path.join(root, "dist", "scripts", "start.js")], {
    cwd: root,
    stdio: ["ignore", log, log],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      WORKERS: process.env.WORKERS ?? "1",
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      DATABASE_URL: databaseUrl,
      AUTH_SECRET: authSecret,
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: folder,
      JOBS: "local",
      // No message waits for the morning, no request for its second, no report for its network.
      NIGHT_START: "00:00",
      NIGHT_END: "00:00",
      RATE_LIMIT_PER_SECOND: "1000000",
      SIMULATOR_DELAY_MS: "0",
      WEBHOOK_PRIVATE_HOSTS: receivers,
      ...settings,
    },
  });
  closeSync(log);
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const stop = async () => {
    server.kill("SIGTERM");
    await ended;
  };
  onShutdown("resources", stop);
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!(await isReady(port))) {
    if (server.exitCode !== null || server.signalCode !== null || Date.now() > deadline) {
      throw new CommandError(`The server did not become ready: ${readFileSync(logFile, "utf8").slice(-500)}`);
    }
    await sleep(50);
  }
  return { port, pid: server.pid ?? 0, stop };
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

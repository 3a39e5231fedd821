import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Stage } from "@/bench/lib/stage/stage";
import { onShutdown } from "@/lib/shutdown";
import { CommandError } from "@/server/base/command-error";
import { freePort } from "@/server/base/free-port";
import { ROOT } from "@/server/base/root";

const READY_TIMEOUT_MS = 60_000;

/** The server that is measured. */
export type Gateway = { port: number; pid: number; stop: () => Promise<void> };

/**
 * `root`: a built checkout. `settings` replace those of a run. `profile`: the folder of a profile of
 * processor time.
 */
export type GatewayOptions = {
  root?: string;
  settings?: Readonly<Record<string, string>>;
  nodeOptions?: readonly string[];
  profile?: string;
};

/** Starts the production server as an operator would, in a process of its own, and waits until it answers. */
export async function startServer(
  { folder, url, authSecret, outside }: Stage,
  { root = ROOT, settings = {}, nodeOptions = [], profile = "" }: GatewayOptions = {},
): Promise<Gateway> {
  const profiling = profile === "" ? [] : ["--cpu-prof", "--cpu-prof-dir", path.resolve(profile)];
  const port = await freePort();
  const logFile = path.join(folder, "server.log");
  const log = openSync(logFile, "w");
  const command = [...nodeOptions, ...profiling, path.join(root, "dist", "scripts", "start.js")];
  const server = spawn(process.execPath, command, {
    cwd: root,
    stdio: ["ignore", log, log],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      WORKERS: process.env.WORKERS ?? "1",
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      DATABASE_URL: url,
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
      WEBHOOK_PRIVATE_HOSTS: outside.receiver,
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
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (server.exitCode !== null || server.signalCode !== null || Date.now() > deadline) {
      throw new CommandError(`The server did not become ready: ${readFileSync(logFile, "utf8").slice(-500)}`);
    }
    await sleep(50);
  }
  return { port, pid: server.pid ?? 0, stop };
}

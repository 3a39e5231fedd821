import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { vi } from "vitest";
import { freePort } from "@/scripts/lib/free-port";

const ROOT = path.dirname(path.dirname(import.meta.dirname));

export type ProductionServer = {
  address: string;
  /** Ends it as a power cut would, between any two lines. */
  kill(): Promise<void>;
};

const running = new Set<ChildProcess>();

/** Kills what a test has left running. */
export function killServers(): void {
  for (const server of running) server.kill("SIGKILL");
  running.clear();
}

/** Starts the production server as an operator would, on the test's database, and waits until it answers. */
export async function startServer(settings: Record<string, string> = {}): Promise<ProductionServer> {
  if (!existsSync(path.join(ROOT, ".next", "BUILD_ID"))) {
    throw new Error("There is no build: run npm run build first.");
  }
  const port = await freePort();
  const { PATH, DATABASE_URL, AUTH_SECRET = "" } = process.env;
  const server = spawn(process.execPath, ["--import", "tsx", path.join("scripts", "start.ts")], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...{ PATH, DATABASE_URL, AUTH_SECRET, NODE_ENV: "production", LOG_LEVEL: "silent" },
      ...{ HOST: "127.0.0.1", PORT: String(port) },
      // Whatever the time of day is: no message waits for the morning.
      ...{ NIGHT_START: "00:00", NIGHT_END: "00:00" },
      ...settings,
    },
  });
  running.add(server);
  const address = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${address}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
  await vi.waitUntil(isReady, { timeout: 30_000, interval: 50 });
  return {
    address,
    kill: async () => {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGKILL");
      await ended;
      running.delete(server);
    },
  };
}

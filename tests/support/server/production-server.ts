import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { vi } from "vitest";
import { commandFile } from "@/scripts/lib/bundle.mjs";
import { freePort } from "@/server/base/free-port";
import { ROOT } from "@/server/base/root";
import { childrenOf, isRunning } from "@/tests/support/server/processes";

export type ProductionServer = {
  address: string;
  /** The first process, its workers, and the process of its pages, if there is one. */
  pid: number;
  workers(): number[];
  pages(): number[];
  /** Resolves with the exit code when the process has ended. */
  ended: Promise<number | null>;
  /** Kills the process like a power cut, between any two lines. */
  kill(): Promise<void>;
};

const running = new Set<ChildProcess>();

/** Kills the servers that a test has left running. */
export function killServers(): void {
  for (const server of running) server.kill("SIGKILL");
  running.clear();
}

/**
 * Starts the production server as an operator would, on the test's database, and waits until it is ready. By
 * default it has one worker and no pages.
 */
export async function startServer(settings: Record<string, string> = {}): Promise<ProductionServer> {
  if (!existsSync(path.join(ROOT, ".next", "BUILD_ID"))) {
    throw new Error("There is no build: run npm run build first.");
  }
  const port = settings.PORT ?? String(await freePort());
  const { PATH, DATABASE_URL, AUTH_SECRET = "" } = process.env;
  const server = spawn(process.execPath, [commandFile("start")], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH,
      DATABASE_URL,
      AUTH_SECRET,
      NODE_ENV: "production",
      LOG_LEVEL: "silent",
      HOST: "127.0.0.1",
      PORT: port,
      WORKERS: "1",
      PAGES: "no",
      SHUTDOWN_DELAY_MS: "0",
      // No message waits for the morning, at any time of day.
      NIGHT_START: "00:00",
      NIGHT_END: "00:00",
      ...settings,
    },
  });
  running.add(server);
  const ended = new Promise<number | null>((resolve) => {
    server.once("exit", (code) => {
      running.delete(server);
      resolve(code);
    });
  });
  const address = `http://127.0.0.1:${port}`;
  let said = "";
  server.stdout.on("data", (chunk) => {
    said += chunk;
  });
  const isReady = () => said.includes(`is ready on ${address}`);
  await vi.waitUntil(() => isReady() || server.exitCode !== null, { timeout: 240_000, interval: 20 });
  if (!isReady()) throw new Error(`The server ended before it was ready, with code ${server.exitCode}.`);
  const pid = server.pid as number;
  return {
    address,
    pid,
    ended,
    workers: () => childrenOf(pid, "workers"),
    pages: () => childrenOf(pid, "pages"),
    kill: async () => {
      const all = [pid, ...childrenOf(pid, "workers"), ...childrenOf(pid, "pages")];
      for (const each of all) kill(each);
      await ended;
      await vi.waitUntil(() => !all.some(isRunning), { timeout: 30_000, interval: 20 });
    },
  };
}

/** Kills a process if it still exists. */
function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

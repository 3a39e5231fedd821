import { fork } from "node:child_process";
import cluster from "node:cluster";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Env } from "@/lib/env";
import { onShutdown } from "@/lib/shutdown";
import type { Listening } from "@/server/base/listen";
import { checkPort } from "@/server/base/listen";
import { moduleFile } from "@/server/base/root";
import { ANNOUNCE_WITHIN_MS, DEAL_WITHIN_MS, STOP_WORKERS_WITHIN_MS } from "@/server/base/shutdown-times";
import { listenForConnections } from "@/server/http/connections/connection-listener";
import { workerOptions } from "@/server/workers/bound-heap";
import type { FromWorker, ToWorker } from "@/server/workers/messages";
import type { Fork } from "@/server/workers/slot";
import { WorkerSupervisor } from "@/server/workers/supervisor";

/**
 * Starts the workers, which all answer on one port, and waits until they do. They end with this process: in order
 * when it does, at once when it is killed. This process accepts the connections and deals them out.
 * @param connections the number of database connections of each worker.
 * @returns the ports, and a promise that rejects with a CommandError when no worker can be started any more.
 * @throws CommandError if one cannot start.
 */
export async function startWorkers(
  env: Env,
  count: number,
  connections: number,
): Promise<Listening & { broken: Promise<never> }> {
  const port = await checkPort(env.port, env.host);
  const pagesSocket = socketPath();
  cluster.setupPrimary({
    exec: moduleFile("server/workers/process"),
    args: [pagesSocket],
    execArgv: workerOptions(process.execArgv),
  });
  const supervisor = new WorkerSupervisor(
    forkWith({ PORT: String(port), DATABASE_POOL: String(connections), WORKERS: String(count) }, pagesSocket),
    count,
    env.hasPages,
  );
  onShutdown("serving", () => supervisor.stop(), STOP_WORKERS_WITHIN_MS);
  const emailPort = await supervisor.start();
  const listener = await listenForConnections(port, env.host, (socket) => supervisor.dealer.add(socket));
  onShutdown(
    "serving",
    async () => {
      await listener.close();
      await supervisor.dealer.settled();
    },
    DEAL_WITHIN_MS,
  );
  onShutdown(
    "serving",
    async () => {
      supervisor.announceStop();
      await sleep(env.shutdownDelayMs);
    },
    env.shutdownDelayMs + ANNOUNCE_WITHIN_MS,
  );
  return { port: listener.port, emailPort, broken: supervisor.broken };
}

/**
 * Returns the socket between workers and the process of the pages. Its folder belongs to this user, so that other
 * users cannot reach it.
 */
function socketPath(): string {
  if (process.platform === "win32") return `\\\\.\\pipe\\gateway-pages-${randomUUID()}`;
  const folder = mkdtempSync(path.join(tmpdir(), "gateway-"));
  onShutdown("resources", () => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, "pages");
}

function forkWith(environment: Record<string, string>, pagesSocket: string): Fork {
  return (role, heard, ended) => {
    const child =
      role === "worker"
        ? cluster.fork(environment).process
        : fork(moduleFile("server/pages/process"), [pagesSocket], {
            env: { ...process.env, ...environment },
            // The source maps of Next would use a second and much memory to load.
            execArgv: process.execArgv.filter((option) => option !== "--enable-source-maps"),
          });
    const { pid } = child;
    child.on("message", (message: FromWorker) => heard(message));
    child.once("exit", (code, signal) => ended(signal ?? `exit code ${code}`));
    child.on("error", (error) => {
      // A process that never started does not exit either.
      if (pid === undefined) ended(error.message);
    });
    return {
      pid,
      // A process that cannot be reached is ending.
      tell: (message) => void (child.connected && child.send(message, undefined, undefined, () => {})),
      give: (socket) => {
        if (!child.connected) return;
        child.send({ kind: "connection" }, socket, { keepOpen: true }, () => {});
        // The system drops a socket that finds no free descriptor, without an error on either side.
        child.send({ kind: "connection-sent" } satisfies ToWorker, undefined, undefined, () => {});
      },
      kill: () => void child.kill("SIGKILL"),
    };
  };
}

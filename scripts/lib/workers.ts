import cluster from "node:cluster";
import path from "node:path";
import type { Env } from "@/lib/env";
import { checkPort } from "@/scripts/lib/http-server";
import type { Listening } from "@/scripts/lib/serve";
import { onShutdown } from "@/scripts/lib/shutdown";
import type { Connections } from "@/scripts/lib/workers-connections";
import type { FromWorker, WorkerRole } from "@/scripts/lib/workers-messages";
import { type Fork, WorkerTeam } from "@/scripts/lib/workers-team";

/** Longer than the team gives its slowest. */
const STOP_WITHIN_MS = 60_000;

/** What of a worker's environment is its own; the rest is this process's. */
const ROLE = "GATEWAY_WORKER_ROLE";

export function workerRole(): WorkerRole {
  return process.env[ROLE] === "driver" ? "driver" : "server";
}

/**
 * Starts the workers, which all answer on one port, and waits until they listen. They end with this process: in order
 * when it does, at once when it is killed. This process accepts the connections and deals them out in turn.
 * @returns the ports, and a promise that rejects with a CommandError when no worker can be started any more.
 * @throws CommandError when one cannot start.
 */
export async function startWorkers(
  env: Env,
  count: number,
  connections: Connections,
): Promise<Listening & { broken: Promise<never> }> {
  // Chosen once, so that whoever comes later, in place of one that died, listens where the others do.
  const port = await checkPort(env.port, env.host);
  cluster.setupPrimary({ exec: path.join(import.meta.dirname, "workers-process.ts"), args: [] });
  const team = new WorkerTeam(
    forkWith((role) => ({ [ROLE]: role, PORT: String(port), DATABASE_POOL: String(connections[role]) })),
    count,
  );
  onShutdown(() => team.stop(), STOP_WITHIN_MS);
  return { ...(await team.start()), broken: team.broken };
}

function forkWith(environment: (role: WorkerRole) => Record<string, string>): Fork {
  return (role, heard, ended) => {
    const worker = cluster.fork(environment(role));
    const { pid } = worker.process;
    worker.on("message", (message: FromWorker) => heard(message));
    worker.once("exit", (code, signal) => ended(signal ?? `exit code ${code}`));
    worker.on("error", (error) => {
      // One that was never started does not exit either.
      if (pid === undefined) ended(error.message);
    });
    return {
      pid,
      // What cannot be told is told to a process that is on its way out.
      tell: (message) => void (worker.isConnected() && worker.send(message, undefined, () => {})),
      kill: () => void worker.process.kill("SIGKILL"),
    };
  };
}

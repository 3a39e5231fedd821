// A worker: one of the processes that answer requests. `server/workers/workers` starts it, with the database
// migrated and the environment complete. When that process is gone, Node ends this one at once.
import type { Socket } from "node:net";
import { invalidateCallersHere, onInvalidateCallers } from "@/lib/auth/callers/caller-cache";
import { db } from "@/lib/db/client";
import { setJobRunner, wake } from "@/lib/db/wake";
import { announceLeader } from "@/lib/jobs/leader";
import { jobsMode } from "@/lib/jobs/mode";
import { announceStop, endAll, onShutdown } from "@/lib/shutdown";
import { prepareApplication } from "@/server/application";
import { readSettings } from "@/server/base/settings";
import { shutDown, shutDownOnFaults } from "@/server/base/shutdown";
import { type ConnectionTaker, takeConnections } from "@/server/http/take-connections";
import { boundHeap } from "@/server/workers/bound-heap";
import { calm } from "@/server/workers/calm";
import { Leader } from "@/server/workers/leader";
import type { FromWorker, ToWorker } from "@/server/workers/messages";
import { tellingRunner } from "@/server/workers/wake";

const HEARTBEAT_MS = 1_000;

/** Resolves when the message is sent, or cannot be. */
function tell(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
    else resolve();
  });
}

async function work(): Promise<void> {
  // The primary decides: it may have got the signal too.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => void tell({ kind: "signalled" }));
  }
  // Registered first: a message that comes before its listener is lost.
  process.on("message", stopWhenTold);
  shutDownOnFaults(() => tell({ kind: "leaving" }));
  // While the primary has nothing for this process, its channel alone keeps it alive.
  process.channel?.ref();
  onInvalidateCallers(() => void tell({ kind: "invalidate-callers" }));
  announceLeader();
  if (jobsMode() === "local") {
    setJobRunner(tellingRunner((job, inMs) => void tell({ kind: "wake", job, inMs })));
  }
  const env = readSettings();
  const leader = new Leader(env);
  const { server, drain } = await prepareApplication(env, { development: false });
  // Requests make work for the jobs, which therefore end after the last answer.
  onShutdown("serving", () => leader.stopJobs());
  onShutdown("serving", drain, DRAIN_WITHIN_MS);
  onShutdown("serving", () => leader.stopEmails());
  // Next goes on to load all pages, for seconds on a busy machine: nothing is answered meanwhile.
  await calm();
  boundHeap();
  // It never listens itself, and only a server that listens would watch for slow connections.
  server.emit("listening");
  const taker = takeConnections(server, (outcome) => void tell({ kind: outcome }));
  process.on("message", (message: ToWorker, socket?: Socket) => obey(message, socket, taker, leader));
  setInterval(() => void tell({ kind: "heartbeat" }), HEARTBEAT_MS).unref();
  await tell({ kind: "listening" });
}

/** Longer than a drain takes. */
const DRAIN_WITHIN_MS = 12_000;

function stopWhenTold(message: ToWorker): void {
  if (message.kind !== "stop" && message.kind !== "announce-stop") return;
  announceStop();
  if (message.kind === "stop") void shutDown();
}

function obey(message: ToWorker, socket: Socket | undefined, taker: ConnectionTaker, leader: Leader): void {
  switch (message.kind) {
    case "connection":
      taker.take(socket);
      break;
    case "connection-sent":
      taker.noteSent();
      break;
    case "lead":
      leader.lead(message.isStart).then((emailPort) => tell({ kind: "leading", emailPort }), fail);
      break;
    case "wake":
      wake(message.job, message.inMs);
      break;
    case "invalidate-callers":
      invalidateCallersHere(db());
  }
}

async function fail(error: unknown): Promise<void> {
  const isExpected = error instanceof Error && error.name === "CommandError";
  await tell({
    kind: "failed",
    reason: isExpected ? error.message : String((error as Error)?.stack ?? error),
  });
  await endAll();
  process.exit(1);
}

work().catch(fail);

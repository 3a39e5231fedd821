import type { Socket } from "node:net";
import { invalidateCallersHere, onInvalidateCallers } from "@/lib/auth/callers/caller-cache";
import { setJobRunner, wake } from "@/lib/db/wake";
import { env } from "@/lib/env";
import { noteUnknownProxyHere, onUnknownProxy } from "@/lib/http/paths/unknown-proxy";
import { announceLeader } from "@/lib/jobs/leader";
import { jobsMode } from "@/lib/jobs/mode";
import { setBetween } from "@/lib/messages/hand-over/far-hand-over";
import { announceNoRoom, localHandOverOf } from "@/lib/messages/hand-over/local-hand-over";
import { announceStop, endAll } from "@/lib/shutdown";
import { shutDown, shutDownOnFaults } from "@/server/base/shutdown";
import type { FromWorker, ToWorker } from "@/server/workers/messages";
import { tellingRunner } from "@/server/workers/wake";

const HEARTBEAT_MS = 1_000;

/** Sends the first process a message. Resolves when the message is sent, or cannot be. */
export function tell(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
    else resolve();
  });
}

/**
 * Makes this process one of a server's: it obeys the first process, forwards messages for other processes, and wakes
 * the leader. Call it before anything else, since a message that comes before its listener is lost.
 */
export function joinServer(): void {
  // The primary decides: it may have received the signal too.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => void tell({ kind: "signalled" }));
  }
  process.on("message", obey);
  shutDownOnFaults(() => tell({ kind: "leaving" }));
  // While the primary sends no message, only its channel keeps this process alive.
  process.channel?.ref();
  onInvalidateCallers(() => void tell({ kind: "invalidate-callers" }));
  onUnknownProxy(() => void tell({ kind: "unknown-proxy" }));
  announceLeader();
  if (jobsMode() === "local") {
    setJobRunner(tellingRunner((wakeUp) => void tell({ kind: "wake", ...wakeUp })));
    const others = (env().workers ?? 1) - 1;
    if (others > 0)
      setBetween({
        give: (messages) => void tell({ kind: "hand-over", ...messages }),
        share: (room) => void tell({ kind: "room", ...room }),
        others,
      });
  }
}

/** Reports that this process is ready, and from then on that its event loop runs. */
export async function announceReady(): Promise<void> {
  setInterval(() => void tell({ kind: "heartbeat" }), HEARTBEAT_MS).unref();
  await tell({ kind: "listening" });
}

/** Reports the reason why this process cannot start or go on, and ends it. */
export async function fail(error: unknown): Promise<void> {
  const isExpected = error instanceof Error && error.name === "CommandError";
  await tell({
    kind: "failed",
    reason: isExpected ? error.message : String((error as Error)?.stack ?? error),
  });
  await endAll();
  process.exit(1);
}

/** Handles the messages that every process of a server gets. */
function obey(message: ToWorker, _socket?: Socket): void {
  switch (message.kind) {
    case "announce-stop":
      announceStop();
      announceNoRoom();
      break;
    case "stop":
      announceStop();
      announceNoRoom();
      void shutDown();
      break;
    case "wake":
      wake(message.job, message.inMs, message.cell);
      break;
    case "hand-over":
      localHandOverOf(message.cell)?.takeFar(message);
      break;
    case "room":
      localHandOverOf(message.cell)?.noteRoom(message);
      break;
    case "invalidate-callers":
      invalidateCallersHere();
      break;
    case "unknown-proxy":
      noteUnknownProxyHere();
  }
}

// A worker: one of the processes that answer requests when a server is several. `scripts/lib/workers` starts it, with
// the database up to date and the environment complete. When that process is gone, Node ends this one at once.
import { forgetCallersHere, onForgetCallers } from "@/lib/accounts/known-callers";
import { db } from "@/lib/db/client";
import { jobsMode } from "@/lib/jobs/mode";
import { setJobRunner, wake } from "@/lib/jobs/wake";
import { serve } from "@/scripts/lib/serve";
import { readSettings } from "@/scripts/lib/settings";
import { shutDown, shutDownOnSignals, undoAll } from "@/scripts/lib/shutdown";
import { workerRole } from "@/scripts/lib/workers";
import type { FromWorker, ToWorker } from "@/scripts/lib/workers-messages";
import { tellingRunner } from "@/scripts/lib/workers-wake";

const isDriver = workerRole() === "driver";

/** Resolves when it is said, or cannot be. */
function tell(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
    else resolve();
  });
}

function obey(message: ToWorker): void {
  if (message.kind === "stop") void shutDown();
  else if (message.kind === "wake") wake(message.job, message.inMs);
  else forgetCallersHere(db());
}

async function work(): Promise<void> {
  shutDownOnSignals();
  process.on("message", obey);
  // It listens through the primary: while that is being asked, nothing else may be left to keep this process.
  process.channel?.ref();
  onForgetCallers(() => void tell({ kind: "forget-callers" }));
  if (!isDriver && jobsMode() === "local") {
    setJobRunner(tellingRunner((job, inMs) => void tell({ kind: "wake", job, inMs })));
  }
  const ports = await serve(readSettings(), { development: false, takesEmails: isDriver });
  await tell({ kind: "listening", ...ports });
}

work().catch(async (error: unknown) => {
  const isExpected = error instanceof Error && error.name === "CommandError";
  await tell({
    kind: "failed",
    reason: isExpected ? error.message : String((error as Error)?.stack ?? error),
  });
  await undoAll();
  process.exit(1);
});

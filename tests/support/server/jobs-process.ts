// A server's process without its HTTP. It runs the jobs, holds the links of carriers, and accepts the
// submissions that its parent sends. It answers each with its number. It ends on SIGTERM like a server.
import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import { startLocalJobs } from "@/lib/jobs/local";
import { stopWork } from "@/lib/jobs/stop-work";
import { acceptBatcherOf } from "@/lib/messages/accept/accept-batcher";
import type { Submission } from "@/lib/messages/accept/submission";
import { startHandOver } from "@/lib/messages/hand-over/local-hand-over";

const stops = [startHandOver(), startLocalJobs()];
process.once("SIGTERM", () => {
  stopWork(stops).then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
process.on("message", async ({ number, submission }: { number: number; submission: Submission }) => {
  const outcome = await acceptBatcherOf(db()).accept(submission, now(), () => "");
  process.send?.({ number, kind: outcome.kind });
});
console.log("ready");

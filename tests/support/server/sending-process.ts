// A server's process without its HTTP. It accepts messages, submits them, and runs the jobs. It ends on
// SIGTERM like a server. `ACCOUNT_ID` is the sending account.
import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import { startLocalJobs } from "@/lib/jobs/local";
import { stopWork } from "@/lib/jobs/stop-work";
import { acceptBatcherOf } from "@/lib/messages/accept/accept-batcher";
import { startHandOver } from "@/lib/messages/hand-over/local-hand-over";
import { testItem, testSubmission } from "@/tests/support/database/submission";

const accountId = Number(process.env.ACCOUNT_ID);
const stops = [startHandOver(), startLocalJobs()];
let isStopping = false;
process.once("SIGTERM", () => {
  isStopping = true;
  stopWork(stops).then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
console.log("ready");

while (!isStopping) {
  const at = now();
  const items = Array.from({ length: 5 }, () => testItem({ dueAt: at }));
  await acceptBatcherOf(db()).accept(testSubmission(accountId, { items }), at, () => "");
  await new Promise((resolve) => setTimeout(resolve, 10));
}

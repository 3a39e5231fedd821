// A server's process without its HTTP: it runs the jobs and holds the links of carriers. It ends on SIGTERM as a server does.
import { startLocalJobs } from "@/lib/jobs/local";
import { stopWork } from "@/lib/jobs/stop-work";

const stop = startLocalJobs();
process.once("SIGTERM", () => {
  stopWork([stop]).then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
console.log("ready");

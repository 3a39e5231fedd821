import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { serveWork } from "@/bench/lib/process/child";

// Webhook receivers behind one port. It records when each delivery came, and answers each until it is told to
// hang.

const arrivals = new Map<string, number>();
let hangs = false;
const server = createServer((request, response) => {
  request.resume();
  arrivals.set(String(request.headers["x-service-delivery"]), Date.now());
  if (!hangs) response.end();
});

/**
 * The requests to it: its port; to answer no more from now on; when each delivery came, in Unix milliseconds.
 */
export type HangingJob = "port" | "hang" | "arrivals";
export type HangingResult = number | [string, number][];

// A thousand may connect at once, and none is to wait for a second try.
await new Promise<void>((resolve) => server.listen({ port: 0, host: "0.0.0.0", backlog: 4_096 }, resolve));
serveWork((job: HangingJob): HangingResult => {
  if (job === "arrivals") return [...arrivals];
  if (job === "hang") hangs = true;
  return (server.address() as AddressInfo).port;
});

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { serveWork } from "@/bench/lib/process/child";

// Receivers of webhooks behind one port. What is posted to /healthy is answered, and when each delivery came is noted.
// All else is answered until it is told to hang, and then never.

const arrivals = new Map<string, number>();
let hangs = false;
const server = createServer((request, response) => {
  request.resume();
  const isHealthy = request.url === "/healthy";
  if (isHealthy) arrivals.set(String(request.headers["x-service-delivery"]), Date.now());
  if (isHealthy || !hangs) response.end();
});

/** What it is asked: its port, to answer the healthy one alone from now on, or when each delivery came, in Unix ms. */
export type HangingJob = "port" | "hang" | "arrivals";
export type HangingResult = number | [string, number][];

await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
serveWork((job: HangingJob): HangingResult => {
  if (job === "arrivals") return [...arrivals];
  if (job === "hang") hangs = true;
  return (server.address() as AddressInfo).port;
});

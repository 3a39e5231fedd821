import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { serveWork } from "@/bench/lib/process/child";

// Receivers of webhooks behind one port: when each delivery came is noted, and each is answered until it is told to hang.

const arrivals = new Map<string, number>();
let hangs = false;
const server = createServer((request, response) => {
  request.resume();
  arrivals.set(String(request.headers["x-service-delivery"]), Date.now());
  if (!hangs) response.end();
});

/** What it is asked: its port, to answer none from now on, or when each delivery came, in Unix milliseconds. */
export type HangingJob = "port" | "hang" | "arrivals";
export type HangingResult = number | [string, number][];

// A thousand may connect at once: none is to wait for its second try.
await new Promise<void>((resolve) => server.listen({ port: 0, host: "0.0.0.0", backlog: 4_096 }, resolve));
serveWork((job: HangingJob): HangingResult => {
  if (job === "arrivals") return [...arrivals];
  if (job === "hang") hangs = true;
  return (server.address() as AddressInfo).port;
});

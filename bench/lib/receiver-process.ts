import { createServer } from "node:http";
import { serveWork } from "@/bench/lib/process/child";

// Receives webhooks: answers each with 204, and counts the deliveries, a repeated one once. Ours say their id in a
// header; another product's reports say theirs in the address.

const seen = new Set<string>();
const server = createServer((request, response) => {
  seen.add(String(request.headers["x-service-delivery"] ?? request.url));
  request.resume();
  request.once("end", () => response.writeHead(204).end());
});

/** The questions to it: its port, or how many deliveries came since the last question. */
export type ReceiverJob = "port" | "count";

await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
serveWork((job: ReceiverJob): number => {
  const address = server.address();
  if (job === "port") return typeof address === "object" && address !== null ? address.port : 0;
  const count = seen.size;
  seen.clear();
  return count;
});

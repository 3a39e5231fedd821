// The process of the pages: the only one of a server that loads Next. It answers what workers pass on to it. When the
// first process is gone, this one ends at once.
import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import { onShutdown } from "@/lib/shutdown";
import { readSettings } from "@/server/base/settings";
import { HttpDrain } from "@/server/http/http-drain";
import { calm } from "@/server/pages/calm";
import { prepareNext } from "@/server/pages/next";
import { queuePages } from "@/server/pages/page-queue";
import { warmUp } from "@/server/pages/warm-up";
import { boundHeap } from "@/server/workers/bound-heap";
import { announceReady, fail, joinServer } from "@/server/workers/child";

/** More than a worker reads: it has added headers of its own. */
const MAX_HEADER_BYTES = 32 * 1024;

/** Longer than a drain takes. */
const DRAIN_WITHIN_MS = 12_000;

async function serve(): Promise<void> {
  process.on("disconnect", () => process.exit());
  joinServer();
  const env = readSettings();
  const [, , socketPath = ""] = process.argv;
  const handle = await prepareNext(env);
  await warmUp(handle);
  // Next goes on to load what its pages share: nothing is answered meanwhile.
  await calm();
  boundHeap();
  const pages = queuePages(handle);
  // Workers keep connections, and would send a request on one that is just being closed. They watch their clients.
  const server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: 0, requestTimeout: 0 },
    (request, response) => {
      if (drain.begin(request, response)) pages(request, response);
    },
  );
  const drain = new HttpDrain(server);
  onShutdown("serving", () => drain.run(), DRAIN_WITHIN_MS);
  // One that was killed has left its file.
  if (process.platform !== "win32") rmSync(socketPath, { force: true });
  server.listen(socketPath);
  await once(server, "listening");
  await announceReady();
}

serve().catch(fail);

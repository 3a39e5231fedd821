// The process of the pages: the only one of a server that loads Next. It answers requests that workers pass on. When
// the first process has ended, this one ends at once.
import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { db } from "@/lib/db/client";
import { loadClient } from "@/lib/db/load-client";
import type { Env } from "@/lib/env";
import { endStreams } from "@/lib/http/events/open-streams";
import { onShutdown } from "@/lib/shutdown";
import { readSettings } from "@/server/base/settings";
import { HttpDrain } from "@/server/http/http-drain";
import { prepareNext } from "@/server/pages/next";
import { queuePages } from "@/server/pages/page-queue";
import { warmUp } from "@/server/pages/warm-up";
import { boundHeap } from "@/server/workers/bound-heap";
import { calm, UNVISITED } from "@/server/workers/calm";
import { announceReady, fail, joinServer, tell } from "@/server/workers/child";
import { isOfVisitor, onFirstVisit } from "@/server/workers/first-visit";
import type { ToWorker } from "@/server/workers/messages";

/** The most bytes of headers, more than a worker reads: the worker has added headers of its own. */
const MAX_HEADER_BYTES = 32 * 1024;

/** The time limit of a drain, longer than a drain lasts. */
const DRAIN_WITHIN_MS = 12_000;

async function serve(): Promise<void> {
  process.on("disconnect", () => process.exit());
  joinServer();
  const env = readSettings();
  const [, , socketPath = ""] = process.argv;
  const loaded = whenTold().then(() => loadPages(env));
  loaded.then(() => tell({ kind: "pages-loaded" }), fail);
  // A request that comes before Next is loaded waits for it.
  const pages = queuePages((request, response) => {
    const answer = (handle: RequestListener) => response.destroyed || handle(request, response);
    loaded.then(answer, () => response.destroy());
  });
  // Workers keep connections, and could send a request on one that is about to close. They watch their clients'
  // connections themselves.
  const server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: 0, requestTimeout: 0 },
    (request, response) => {
      if (drain.begin(request, response)) pages(request, response);
    },
  );
  const drain = new HttpDrain(server);
  onShutdown("serving", async () => endStreams());
  onShutdown("serving", () => drain.run(), DRAIN_WITHIN_MS);
  // A killed process has left its socket file.
  if (process.platform !== "win32") rmSync(socketPath, { force: true });
  server.listen(socketPath);
  await once(server, "listening");
  await announceReady();
}

/**
 * Loads Next, renders a page, and keeps the heap small once Next has loaded the parts that it loads late. A sign-in
 * needs the database client: it is loaded after the first visitor looks at a page for signing in.
 */
async function loadPages(env: Env): Promise<RequestListener> {
  const handle = await prepareNext(env);
  await warmUp(handle);
  void calm().then(boundHeap);
  return onFirstVisit(handle, isOfVisitor, () => void calm(UNVISITED).then(() => loadClient(db())));
}

/** Waits until the first process reports that the API is answered: loading Next uses the processor for seconds. */
function whenTold(): Promise<void> {
  return new Promise((resolve) => {
    process.on("message", (message: ToWorker) => {
      if (message.kind === "load-pages") resolve();
    });
  });
}

serve().catch(fail);

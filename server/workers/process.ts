// A worker: one of the processes that answer requests. `server/workers/workers` starts it after the migrations, with
// a complete environment. When that process has ended, Node ends this one at once.
import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import path from "node:path";
import { db } from "@/lib/db/client";
import { loadClient } from "@/lib/db/load-client";
import { startProcess } from "@/lib/jobs/start-process";
import { onShutdown } from "@/lib/shutdown";
import { ROOT } from "@/server/base/root";
import { readSettings } from "@/server/base/settings";
import { type ConnectionTaker, takeConnections } from "@/server/http/connections/take-connections";
import { keepDocuments } from "@/server/http/files/kept-documents";
import { servePageFiles } from "@/server/http/files/page-files";
import { forwardTo, refusePages } from "@/server/http/forward";
import { queueForwards } from "@/server/http/forward-queue";
import { createGatewayServer } from "@/server/http/http-server";
import { answerMembers } from "@/server/http/member-calls";
import { mountRoutes } from "@/server/http/mounted-routes";
import { boundHeap } from "@/server/workers/bound-heap";
import { calm, UNVISITED } from "@/server/workers/calm";
import { announceReady, fail, joinServer, tell } from "@/server/workers/child";
import { isOfMember, onFirstVisit } from "@/server/workers/first-visit";
import { Leader } from "@/server/workers/leader";
import type { ToWorker } from "@/server/workers/messages";

/** The folder of the build's files for browsers. */
const PAGE_FILES = path.join(ROOT, ".next", "static");

/** The time limit of a drain, longer than a drain lasts. */
const DRAIN_WITHIN_MS = 12_000;

async function work(): Promise<void> {
  joinServer();
  const env = readSettings();
  const leader = new Leader(env);
  const [, , pagesSocket = ""] = process.argv;
  const { server, drain } = createGatewayServer(
    env.hasPages ? await servePages(pagesSocket) : refusePages,
    env.trustProxyHops,
    await mountRoutes(),
  );
  const startInngestWakeUps = async () => (await import("@/inngest/wake-ups")).startInngestWakeUps();
  await startProcess({ isServerless: false, startInngestWakeUps });
  // Requests create work for the jobs, which therefore end after the last answer.
  onShutdown("serving", () => leader.stopJobs());
  onShutdown("serving", drain, DRAIN_WITHIN_MS);
  onShutdown("serving", () => leader.stopEmails());
  boundHeap();
  // The server never listens itself, and only a listening server would watch for slow connections.
  server.emit("listening");
  const taker = takeConnections(server, (outcome) => void tell({ kind: outcome }));
  process.on("message", (message: ToWorker, socket?: Socket) => obey(message, socket, taker, leader));
  await announceReady();
}

/**
 * Answers files of the build and calls of members by itself. All other requests for pages go to the process of the
 * pages. A change of a member needs the database client: it is loaded after the first member has come and looks at a
 * page.
 */
function servePages(pagesSocket: string): Promise<RequestListener> {
  const forward = queueForwards(forwardTo(pagesSocket));
  const members = answerMembers(keepDocuments(pagesSocket, forward));
  const handle = onFirstVisit(members, isOfMember, () => void calm(UNVISITED).then(() => loadClient(db())));
  return servePageFiles(PAGE_FILES, handle);
}

function obey(message: ToWorker, socket: Socket | undefined, taker: ConnectionTaker, leader: Leader): void {
  switch (message.kind) {
    case "connection":
      taker.take(socket);
      break;
    case "connection-sent":
      taker.noteSent();
      break;
    case "lead":
      leader.lead(message.isStart).then((emailPort) => tell({ kind: "leading", emailPort }), fail);
  }
}

work().catch(fail);

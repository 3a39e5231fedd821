import { createServer, type RequestListener, type Server } from "node:http";
import type { Env } from "@/lib/env";
import { onShutdown } from "@/lib/shutdown";
import { ROOT } from "@/server/base/root";
import { compress } from "@/server/http/compress";
import { loadScriptsAfterPaint } from "@/server/pages/scripts-after-paint";

/**
 * Loads Next in this process, and ends it with the process.
 * @param developed the server in development: Next reloads changed files, and informs the browser by upgraded
 * connections. Without it, Next serves the build.
 */
export async function prepareNext(env: Env, developed?: Server): Promise<RequestListener> {
  // Next reads its environment while it loads.
  const { default: next } = await import("next");
  // Next listens for upgrades on the server that it gets, for the development browser, and answers no other upgrade.
  // In production it gets a server that never listens: Node then ignores an offer to upgrade, and answers the
  // request.
  const httpServer = developed ?? createServer();
  // Next calls every loopback address `localhost` in a redirect to a page of its own. With another name here, Next
  // would think that the page belongs to another server, and fetch it over the network.
  const name = { hostname: "localhost", port: env.port };
  const app = next({ dev: developed !== undefined, dir: ROOT, ...name, httpServer });
  onShutdown("resources", () => app.close());
  await app.prepare();
  const handle = app.getRequestHandler();
  if (developed) return (request, response) => void handle(request, response);
  return (request, response) => {
    compress(request, response);
    loadScriptsAfterPaint(response);
    void handle(request, response);
  };
}

import { createServer, type RequestListener } from "node:http";
import type { Env } from "@/lib/env";
import { onShutdown } from "@/lib/shutdown";
import { ROOT } from "@/server/base/root";
import { createGatewayServer, type GatewayServer } from "@/server/http/http-server";
import { mountRoutes } from "@/server/http/mounted-routes";
import { queuePages } from "@/server/http/page-queue";
import { warmUp } from "@/server/warm-up";

type Options = {
  /** Whether Next is to load changed files anew. */
  development: boolean;
};

/**
 * Makes the application ready in this process, with a server that does not listen yet. The application ends
 * with the process.
 */
export async function prepareApplication(env: Env, { development }: Options): Promise<GatewayServer> {
  // Next reads its environment while it loads.
  const { default: next } = await import("next");
  const dir = ROOT;
  // In development, Next loads changed files anew.
  const mounted = development ? undefined : await mountRoutes();
  const handle: RequestListener = (request, response) => void app.getRequestHandler()(request, response);
  const gateway = createGatewayServer(development ? handle : queuePages(handle), env.trustProxyHops, mounted);
  // Next listens for upgrades on the server that it is given, for the development browser, and answers no
  // other. In production it gets one that never listens: Node then ignores an offer to upgrade, and the
  // request is answered.
  const httpServer = development ? gateway.server : createServer();
  const app = next({ dev: development, dir, hostname: env.host, port: env.port, httpServer });
  onShutdown("resources", () => app.close());
  await app.prepare();
  if (!development) await warmUp(handle);
  return gateway;
}

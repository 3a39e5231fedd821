import { once } from "node:events";
import { existsSync } from "node:fs";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import { ROOT } from "@/server/base/root";
import type { Handler } from "@/tests/support/server/gateway";

const APP = path.join(ROOT, "app");

export type RouteServer = { address: string; close(): Promise<void> };

/**
 * Starts a real HTTP server in the test's own process. It serves the route files by their place under `app`
 * without Next: any Node server may mount them like this.
 */
export async function serveRoutes(): Promise<RouteServer> {
  const server = http.createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("The server has no port.");
  return {
    address: `http://127.0.0.1:${bound.port}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
  const file = path.join(APP, url.pathname, "route.ts");
  if (!file.startsWith(APP) || !existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const method = request.method ?? "GET";
  const handlers = (await import(file)) as Record<string, Handler>;
  const given = await (handlers[method] as Handler)(
    new Request(url, {
      method,
      headers: new Headers(request.headers as Record<string, string>),
      body: chunks.length > 0 ? Buffer.concat(chunks) : null,
    }),
  );
  response.writeHead(given.status, Object.fromEntries(given.headers));
  response.end(Buffer.from(await given.arrayBuffer()));
}

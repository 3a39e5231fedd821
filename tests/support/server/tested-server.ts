import { createServer, type RequestListener } from "node:http";
import { inject } from "vitest";
import { SECURITY_HEADERS } from "@/lib/http/paths/security-headers";
import { listen } from "@/server/base/listen";
import { ROOT } from "@/server/base/root";
import { createGatewayServer } from "@/server/http/http-server";
import { mountRoutes } from "@/server/http/mounted-routes";
import { askPlainly, type PlainAnswer, type PlainRequest } from "@/tests/support/server/plain-http";

/** The helpers put the caller's address into `X-Forwarded-For`, like a proxy in front. */
const HOPS = 1;

/** Headers of the connection, which a handler does not see. */
const TRANSPORT = ["connection", "content-length", "date", "keep-alive", "transfer-encoding"];

/** The Vary header that Next adds to every response, and its compression on request. */
const NEXT_VARY = /^(rsc|next-[a-z-]+|accept-encoding)$/i;

let port: Promise<number> | undefined;

/**
 * Starts the server of this run in this process, with the tests' database, settings and clock. Call it before
 * a test sets the clock, because modules that Next loads keep the clock of that moment.
 */
export async function openTestedServer(): Promise<void> {
  port ??= start();
  await port;
}

/**
 * Sends a request to that server. Checks and removes the headers that every response has, so that the rest is
 * the handler's response.
 * @throws Error if such a header is missing, or the server has not been opened.
 */
export async function askTestedServer(request: PlainRequest): Promise<PlainAnswer> {
  if (!port) throw new Error("No server has been opened.");
  const answer = await askPlainly(await port, request);
  for (const { key, value } of SECURITY_HEADERS) {
    const given = answer.headers.get(key);
    if (given !== value) throw new Error(`The answer of ${request.path.split("?")[0]} has ${key}: ${given}`);
    answer.headers.delete(key);
  }
  for (const name of TRANSPORT) answer.headers.delete(name);
  const vary = answer.headers.get("vary")?.split(/\s*,\s*/) ?? [];
  const own = vary.filter((name) => !NEXT_VARY.test(name));
  if (own.length > 0) answer.headers.set("vary", own.join(", "));
  else answer.headers.delete("vary");
  return answer;
}

async function start(): Promise<number> {
  const server =
    inject("server") === "own"
      ? createGatewayServer(forwarded, HOPS, await mountRoutes()).server
      : createServer(await prepareNext());
  // The server ends with the process.
  server.unref();
  return await listen(server, 0, "127.0.0.1");
}

/**
 * Responds for routes that our server would forward to the pages. The routes that it serves itself need no
 * build.
 */
const forwarded: RequestListener = (_request, response) => {
  response.writeHead(502).end("No page answers in these tests.");
};

/** Prepares the build as on a platform without workers, and without the settings of an operator's `.env`. */
async function prepareNext(): Promise<RequestListener> {
  Object.assign(process.env, { NODE_ENV: "production", VERCEL: "1", __NEXT_PROCESSED_ENV: "true" });
  const { default: next } = await import("next");
  const app = next({ dev: false, dir: ROOT });
  await app.prepare();
  const handle = app.getRequestHandler();
  return (request, response) => void handle(request, response);
}

import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  type RequestListener,
  request,
  type ServerResponse,
} from "node:http";
import { pipeline } from "node:stream/promises";
import { GatewayError } from "@/lib/errors";
import { problem } from "@/lib/http/reply/problem";
import { newId } from "@/lib/ids";
import { endAfterBody, refuseRequest } from "@/server/http/refuse-request";

/** Headers of one connection, which are not part of the request or its answer. */
const OF_CONNECTION = new Set([
  "connection",
  "expect",
  "http2-settings",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The most connections to the process of the pages that stay open without a request. */
const MAX_IDLE_SOCKETS = 16;

/**
 * Passes requests on to the process of the pages, bodies and answers as fast as they are read. While that process is
 * away, the response is `unavailable`. Connections to it are not limited: each belongs to a client's connection, and
 * a client that reads slowly must not occupy another client's.
 * @param socketPath the socket of that process.
 */
export function forwardTo(socketPath: string): RequestListener {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: MAX_IDLE_SOCKETS });
  return (incoming, response) => {
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(([name]) => !OF_CONNECTION.has(name)),
    );
    // For some methods, Node would write a body without a length as it is: the process would then read it as further
    // requests.
    if (incoming.headers["transfer-encoding"] !== undefined) headers["transfer-encoding"] = "chunked";
    const { method, url } = incoming;
    const forwarded = request({ agent, socketPath, method, path: url, headers, setHost: false });
    let answered: IncomingMessage | undefined;
    forwarded.once("response", (answer) => {
      answered = answer;
      passBack(answer, incoming, response);
    });
    forwarded.on("error", () => refuse(incoming, response, forwarded));
    response.once("close", () => {
      // An answer without an end, such as a stream of events, may have been ended here.
      if (!answered?.complete) forwarded.destroy();
    });
    incoming.pipe(forwarded);
  };
}

/** Rejects requests for pages on a server without a process of the pages. */
export function refusePages(incoming: IncomingMessage, response: ServerResponse): void {
  const requestId = String(incoming.headers["x-request-id"] ?? newId());
  const absent = "This server answers the API only.";
  refuseRequest(incoming, response, problem(new GatewayError("not_found", absent), requestId));
}

function passBack(answer: IncomingMessage, incoming: IncomingMessage, response: ServerResponse): void {
  for (const [name, values = []] of Object.entries(answer.headersDistinct)) {
    if (!OF_CONNECTION.has(name)) response.setHeader(name, values.length > 1 ? values : (values[0] ?? ""));
  }
  // An answer may come before the whole of the request. Then the rest is dropped before the connection closes.
  if (!incoming.complete) response.setHeader("Connection", "close");
  response.writeHead(answer.statusCode as number, answer.statusMessage);
  pipeline(answer, response, { end: false }).then(
    () => {
      incoming.unpipe();
      if (incoming.complete) response.end();
      else endAfterBody(incoming, response);
    },
    () => response.destroy(),
  );
}

/** Handles a process of the pages that has not answered, or not to the end. */
function refuse(incoming: IncomingMessage, response: ServerResponse, forwarded: ClientRequest): void {
  incoming.unpipe(forwarded);
  if (response.headersSent || response.destroyed) return;
  const requestId = String(incoming.headers["x-request-id"] ?? newId());
  const away = "The pages are being started again. Try again in a moment.";
  refuseRequest(
    incoming,
    response,
    problem(new GatewayError("unavailable", away, { "Retry-After": "1" }), requestId),
  );
}

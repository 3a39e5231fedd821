import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { GatewayError } from "@/lib/errors";
import { METHODS } from "@/lib/http/handler";
import { formReturn } from "@/lib/http/paths/form-return";
import { meanTarget, overwrite } from "@/lib/http/paths/mean-target";
import { pageRefusal } from "@/lib/http/paths/page-refusal";
import { noteUnknownProxy } from "@/lib/http/paths/unknown-proxy";
import { problem } from "@/lib/http/reply/problem";
import { newId } from "@/lib/ids";
import { endStalledConnections } from "@/server/http/connections/stalled-connections";
import { type DrainTimes, HttpDrain } from "@/server/http/http-drain";
import type { MountedHandler } from "@/server/http/mounted-routes";
import { refuseRequest } from "@/server/http/refuse-request";
import { answerUnreadable, methodRefusal, refuseTunnels } from "@/server/http/unreadable-request";

/**
 * Returns the client's address, seen through `hops` proxies that each append one address to `X-Forwarded-For`. The
 * client may have written the entries further left, so they prove nothing. Without proxies, no entry counts.
 */
export function clientAddress(forwardedFor: string | undefined, socketAddress: string, hops: number): string {
  if (hops === 0) return socketAddress;
  const addresses = (forwardedFor ?? "").split(",").map((address) => address.trim());
  return addresses.at(-hops) || socketAddress;
}

export type GatewayServer = {
  server: Server;
  /** Stops accepting, lets requests be answered within ten seconds, and ends every connection. */
  drain: () => Promise<void>;
};

/** The times of a server that differ from the usual ones. `stalledMs` is for `endStalledConnections`. */
export type ServerTimes = { stalledMs?: number; drain?: DrainTimes };

/**
 * Creates a server that gives every request an id (rules: request ids) and passes its handlers the client's true
 * address (rules: client addresses). It rejects by itself the requests for which Next's response would not have our
 * form.
 * @param handle answers requests that are not for a mounted route.
 */
export function createGatewayServer(
  handle: RequestListener,
  trustProxyHops: number,
  mounted: MountedHandler = () => false,
  times: ServerTimes = {},
): GatewayServer {
  // Node would reject a request without a host by itself, in another form than ours.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    if (!drain.begin(request, response)) return;
    const requestId = newId();
    meanTarget(request);
    if (trustProxyHops === 0 && request.headers["x-forwarded-for"] !== undefined) noteUnknownProxy();
    const socketAddress = request.socket.remoteAddress ?? "";
    const address = clientAddress(forwardedFor(request), socketAddress, trustProxyHops);
    const refusal = refusalOf(request);
    // The response of a mounted route has the id already.
    const isProxied = trustProxyHops > 0;
    if (refusal === null && mounted(request, response, { requestId, address, isProxied })) return;
    response.setHeader("X-Request-Id", requestId);
    if (refusal) {
      refuseRequest(request, response, returnOf(request, refusal) ?? problem(refusal, requestId));
      return;
    }
    overwrite(request, "x-request-id", requestId);
    overwrite(request, "x-forwarded-for", address);
    if (!isProxied) {
      // No proxy of ours writes these headers: a client that does could fake its address.
      overwrite(request, "x-forwarded-host", null);
      overwrite(request, "x-forwarded-proto", null);
    }
    handle(request, response);
  });
  // A client that sends its request byte by byte loses its connection. An idle one outlives the usual 60 s of
  // a load balancer.
  server.headersTimeout = 30_000;
  server.requestTimeout = 60_000;
  server.keepAliveTimeout = 65_000;
  endStalledConnections(server, times.stalledMs);
  const drain = new HttpDrain(server, times.drain);
  answerUnreadable(server, (socket) => drain.responsesOf(socket));
  refuseTunnels(server, (socket) => drain.responsesOf(socket));
  // Node would reject any other expectation than `100-continue` by itself, in another form than ours.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  return { server, drain: () => drain.run() };
}

/**
 * Returns the reason why a request reaches no handler: its method, no host, a path that does not decode, or a path
 * without a page.
 */
function refusalOf({ method = "", url = "", headers, httpVersion }: IncomingMessage): GatewayError | null {
  if (headers.host === undefined && httpVersion === "1.1")
    return new GatewayError("invalid_request", "A request by HTTP/1.1 needs the header 'Host'.");
  if (!METHODS.some((known) => known === method)) return methodRefusal(method);
  const path = url.split("?", 1)[0] ?? "";
  try {
    decodeURIComponent(path);
  } catch {
    return new GatewayError(
      "invalid_request",
      "The path of the request is not valid UTF-8 in percent-encoding.",
    );
  }
  return pageRefusal(method, path);
}

/** Returns the redirect to a page whose form a browser posted by itself; null for any other request. */
function returnOf({ method = "", url: target = "", headers }: IncomingMessage, refusal: GatewayError) {
  const { "content-type": contentType, accept } = headers;
  return formReturn(refusal, { method, target, contentType, accept });
}

function forwardedFor(request: IncomingMessage): string | undefined {
  const value = request.headers["x-forwarded-for"];
  return Array.isArray(value) ? value.join(",") : value;
}

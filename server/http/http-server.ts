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
import type { Mounted } from "@/server/http/mounted-routes";
import { refuseRequest } from "@/server/http/refuse-request";
import { answerUnreadable, methodRefusal, refuseTunnels } from "@/server/http/unreadable-request";

/**
 * The client's address, seen through `hops` proxies that each append one address to `X-Forwarded-For`.
 * Entries further left were written by the client and prove nothing. Without proxies none does.
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

/** The times of a server where they differ from the usual ones. `stalledMs` is for `endStalledConnections`. */
export type ServerTimes = { stalledMs?: number; drain?: DrainTimes };

/**
 * A server that gives every request an id (rules: request ids) and tells its handlers the client's true
 * address (rules: client addresses). It answers by itself what Next has no answer of ours for.
 * @param handle answers what is not for a mounted route.
 */
export function createGatewayServer(
  handle: RequestListener,
  trustProxyHops: number,
  mounted: Mounted = () => false,
  times: ServerTimes = {},
): GatewayServer {
  // Node would refuse a request without a host by itself, and not as we do.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    if (!drain.begin(request, response)) return;
    const requestId = newId();
    meanTarget(request);
    if (trustProxyHops === 0 && request.headers["x-forwarded-for"] !== undefined) noteUnknownProxy();
    const socketAddress = request.socket.remoteAddress ?? "";
    const address = clientAddress(forwardedFor(request), socketAddress, trustProxyHops);
    const refusal = refusalOf(request);
    // A mounted route's answer has the id already.
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
      // No proxy of ours writes these headers: a client that does wants to lie about where it is.
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
  // Node would refuse any other expectation than `100-continue` by itself, and not as we do.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  return { server, drain: () => drain.run() };
}

/** Why no handler gets a request: its method, no host, a path that does not decode, or a path without a page. */
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

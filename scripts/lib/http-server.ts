import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createProbe, type Server as NetServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { GatewayError } from "@/lib/errors";
import { METHODS } from "@/lib/http/handler";
import { problem } from "@/lib/http/problem";
import type { Reply } from "@/lib/http/reply";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { CommandError } from "@/scripts/lib/command-error";
import type { Mounted } from "@/scripts/lib/mounted-routes";

const DRAIN_MS = 10_000;

/**
 * A port that can be listened on: this one, or the system's choice where it is 0. Asked before the slow work of starting.
 * @throws CommandError when it cannot be.
 */
export async function checkPort(port: number, host: string): Promise<number> {
  const probe = createProbe();
  const found = await listen(probe, port, host);
  await new Promise((resolve) => probe.close(resolve));
  return found;
}

function portSentence(error: NodeJS.ErrnoException, port: number, host: string): string {
  if (error.code === "EADDRINUSE") return `Port ${port} is in use. Set PORT to another one.`;
  if (error.code === "EACCES")
    return `Port ${port} needs privileges this user lacks. Set PORT to another one.`;
  return `Cannot listen on ${host} port ${port} (${error.code}). Set HOST and PORT to an address of this machine.`;
}

/**
 * The address of the client, seen through `hops` proxies that each append one address to `X-Forwarded-For`. Entries
 * further left were written by the client and prove nothing, and without proxies none does.
 */
export function clientAddress(forwardedFor: string | undefined, socketAddress: string, hops: number): string {
  if (hops === 0) return socketAddress;
  const addresses = (forwardedFor ?? "").split(",").map((address) => address.trim());
  return addresses.at(-hops) || socketAddress;
}

export type GatewayServer = {
  server: Server;
  /** Stops accepting, lets requests in flight finish within ten seconds, then closes every connection. */
  drain: () => Promise<void>;
};

/**
 * A server that gives every request an id, tells its handlers the client's true address (log-in failures are counted by
 * it), and answers by itself what Next has no answer of ours for.
 * @param handle answers what is not for a mounted route.
 */
export function createGatewayServer(
  handle: RequestListener,
  trustProxyHops: number,
  mounted: Mounted = () => false,
): GatewayServer {
  const inFlight = new Set<ServerResponse>();
  let draining = false;
  const warnOnce = warnOfUnknownProxy(trustProxyHops);
  const server = createServer((request, response) => {
    inFlight.add(response);
    response.once("close", () => inFlight.delete(response));
    if (draining) sayLast(response);
    const requestId = newId();
    overwrite(request, "x-request-id", requestId);
    warnOnce(request);
    const address = request.socket.remoteAddress ?? "";
    overwrite(request, "x-forwarded-for", clientAddress(forwardedFor(request), address, trustProxyHops));
    if (trustProxyHops === 0) {
      // Nobody in front writes them: a client that does wants to be believed about where it is.
      overwrite(request, "x-forwarded-host", null);
      overwrite(request, "x-forwarded-proto", null);
    }
    const refusal = refusalOf(request);
    // What a route of ours answers has the id already.
    if (refusal === null && mounted(request, response)) return;
    response.setHeader("X-Request-Id", requestId);
    if (refusal) answer(response, problem(refusal, requestId));
    else handle(request, response);
  });
  // A client that trickles its request loses its connection; an idle one outlives the usual 60 s of a load balancer.
  server.headersTimeout = 30_000;
  server.requestTimeout = 60_000;
  server.keepAliveTimeout = 65_000;
  const drain = async () => {
    server.close();
    draining = true;
    for (const response of inFlight) sayLast(response);
    const deadline = Date.now() + DRAIN_MS;
    // A connection that was accepted a moment ago may bring its request yet.
    do await sleep(20);
    while (inFlight.size > 0 && Date.now() < deadline);
    // Browsers hold connections open that never carried a request; Node does not count those as idle.
    server.closeAllConnections();
  };
  return { server, drain };
}

/** Tells the client to send its next request on another connection: to a server that goes on. */
function sayLast(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("Connection", "close");
}

/** Replaces a header, or takes it away, also where headers are kept as they came: whoever reads those is told the same. */
function overwrite(request: IncomingMessage, name: string, value: string | null): void {
  const raw = request.rawHeaders;
  for (let at = raw.length - 2; at >= 0; at -= 2) {
    if (raw[at]?.toLowerCase() === name) raw.splice(at, 2);
  }
  if (value === null) delete request.headers[name];
  else {
    request.headers[name] = value;
    raw.push(name, value);
  }
}

/** Why a request cannot be for any route: a method that none has, or a path that no text encodes to. */
function refusalOf({ method = "", url = "" }: IncomingMessage): GatewayError | null {
  if (!METHODS.some((known) => known === method)) {
    return new GatewayError("method_not_allowed", `${method} is not allowed here.`, {
      Allow: "GET, HEAD, POST",
    });
  }
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return null;
  } catch {
    return new GatewayError(
      "invalid_request",
      "The path of the request is not valid UTF-8 in percent-encoding.",
    );
  }
}

function answer(response: ServerResponse, { status, headers, text }: Reply): void {
  response.writeHead(status, headers);
  response.end(text);
}

/** Says once that a proxy is in front which the settings do not know of: all its clients count as one address. */
function warnOfUnknownProxy(trustProxyHops: number): (request: IncomingMessage) => void {
  let warned = trustProxyHops > 0;
  return (request) => {
    if (warned || request.headers["x-forwarded-for"] === undefined) return;
    warned = true;
    log().warn("requests come with X-Forwarded-For: if that is a proxy of yours, set TRUST_PROXY to 1");
  };
}

function forwardedFor(request: IncomingMessage): string | undefined {
  const value = request.headers["x-forwarded-for"];
  return Array.isArray(value) ? value.join(",") : value;
}

/** Starts listening. Gives the port, which is the system's choice where `port` is 0. */
export function listen(server: NetServer, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new CommandError(portSentence(error, port, host))),
    );
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

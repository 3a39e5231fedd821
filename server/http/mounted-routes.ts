import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { GatewayError } from "@/lib/errors";
import { type Handlers, METHODS, type Replier, replierOf } from "@/lib/http/handler";
import { problem } from "@/lib/http/reply/problem";
import { isWhole, type Reply } from "@/lib/http/reply/reply";
import { moduleFile, ROOT } from "@/server/base/root";
import { mountedFolders } from "@/server/http/mounted-folders.mjs";
import { isReadableHost, NodeRequest, type RequestEdge } from "@/server/http/node-request";
import { parameterFolders } from "@/server/http/parameter-folders.mjs";
import { refuseRequest } from "@/server/http/refuse-request";
import { writeReply } from "@/server/http/write-reply";
import { writeResponse } from "@/server/http/write-response";

const APP = path.join(ROOT, "app");

type Method = (typeof METHODS)[number];
type Route = Record<Method, Replier>;

/** Answers a request, if it is for a route that is mounted. */
export type MountedHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  edge: RequestEdge,
) => boolean;

/**
 * Returns the routes of the API, which the server calls itself. They are the files that Next serves elsewhere,
 * without its router, which costs more than most of them do. If a path is not exactly that of a route, Next gets the
 * request.
 */
export async function mountRoutes(): Promise<MountedHandler> {
  const routes = new Map<string, Route>();
  const patterns: { pattern: RegExp; route: Route }[] = [];
  await Promise.all(
    [...mountedFolders(APP), ...parameterFolders(APP)].map(async (folder) => {
      const file = moduleFile(`app/${folder}/route`);
      const handlers = (await import(pathToFileURL(file).href)) as Handlers;
      const route = routeBehind(`app/${folder}`, handlers);
      if (folder.includes("[")) patterns.push({ pattern: patternOf(folder), route });
      else routes.set(`/${folder}`, route);
    }),
  );
  const routeOf = (asked: string) =>
    routes.get(asked) ?? patterns.find(({ pattern }) => pattern.test(asked))?.route;
  return (request, response, edge) => {
    const route = routeOf(pathOf(request));
    if (!route) return false;
    answerRequest(response, route, new NodeRequest(request, edge));
    return true;
  };
}

/**
 * Returns the repliers behind the handlers of a route: the handlers themselves make web responses.
 * @param name of the route, for the error.
 * @throws Error if `route` has not made them.
 */
export function routeBehind(name: string, handlers: Handlers): Route {
  const repliers = METHODS.map((method) => [method, replierOf(handlers[method])] as const);
  if (repliers.some(([, replier]) => replier === undefined))
    throw new Error(`${name} has a handler of its own, which the server cannot call.`);
  return Object.fromEntries(repliers) as Route;
}

/** Answers a request by a route. */
export function answerRequest(response: ServerResponse, route: Route, request: NodeRequest): void {
  answer(response, route, request).catch((error: unknown) => {
    response.destroy();
    throw error;
  });
}

async function answer(response: ServerResponse, route: Route, request: NodeRequest): Promise<void> {
  const { incoming } = request;
  const reply = await replyTo(request, route);
  if (reply instanceof Response) {
    await writeResponse(reply, incoming, response);
    return;
  }
  const isInPieces = reply.body !== null && !isWhole(reply.body);
  if (incoming.complete || isInPieces) writeReply(reply, response);
  else refuseRequest(incoming, response, reply);
}

/** Returns a route's reply. A handler always replies; the server itself only rejects an unreadable host. */
async function replyTo(request: NodeRequest, route: Route): Promise<Reply | Response> {
  if (!isReadableHost(request.incoming.headers.host)) {
    const { requestId } = request.edge;
    const error = new GatewayError("invalid_request", "The header Host of the request cannot be read.");
    const refusal = problem(error, requestId);
    refusal.headers["X-Request-Id"] = requestId;
    return refusal;
  }
  return route[request.method as Method](request);
}

/** Returns the pattern of paths of a folder with parameters, such as `gateway/carriers/[name]/report`. */
function patternOf(folder: string): RegExp {
  const steps = folder
    .split("/")
    .map((step) => (step.startsWith("[") ? "[^/]+" : step.replaceAll(".", "\\.")));
  return new RegExp(`^/${steps.join("/")}$`);
}

/** Returns the path of a request as it is in its first line. */
function pathOf({ url = "" }: { url?: string | undefined }): string {
  const query = url.indexOf("?");
  return query < 0 ? url : url.slice(0, query);
}

import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { GatewayError } from "@/lib/errors";
import { type Handler, type METHODS, replierOf } from "@/lib/http/handler";
import { SECURITY } from "@/lib/http/paths/security-headers";
import { problem } from "@/lib/http/reply/problem";
import { newId } from "@/lib/ids";
import { moduleFile, ROOT } from "@/server/base/root";
import { mountedFolders } from "@/server/http/mounted-folders.mjs";
import { parameterFolders } from "@/server/http/parameter-folders.mjs";
import { refuseRequest } from "@/server/http/refuse-request";
import { writeReply } from "@/server/http/write-reply";

const APP = path.join(ROOT, "app");

type Route = Record<(typeof METHODS)[number], Handler>;

/** Answers a request, if it is for a route that is mounted. */
export type Mounted = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * The routes of the API, called by the server itself. They are the files that Next serves elsewhere, without
 * its router, which costs more than most of them do. A request whose path is not exactly that of a route is
 * left to Next.
 */
export async function mountRoutes(): Promise<Mounted> {
  const routes = new Map<string, Route>();
  const patterns: { pattern: RegExp; route: Route }[] = [];
  await Promise.all(
    [...mountedFolders(APP), ...parameterFolders(APP)].map(async (folder) => {
      const file = moduleFile(`app/${folder}/route`);
      const route = (await import(pathToFileURL(file).href)) as Route;
      if (folder.includes("[")) patterns.push({ pattern: patternOf(folder), route });
      else routes.set(`/${folder}`, route);
    }),
  );
  const routeOf = (asked: string) =>
    routes.get(asked) ?? patterns.find(({ pattern }) => pattern.test(asked))?.route;
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const route = routeOf(pathOf(incoming)) as Route;
      const handler = route[request.method as (typeof METHODS)[number]];
      const reply = await (replierOf(handler) ?? handler)(request);
      if (reply instanceof Response) return withSecurity(reply);
      if (incoming.complete || typeof reply.body !== "string") writeReply(reply, outgoing as ServerResponse);
      else refuseRequest(incoming as IncomingMessage, outgoing as ServerResponse, reply);
      return RESPONSE_ALREADY_SENT;
    },
    {
      // Next relies on its own Response, which must stay.
      overrideGlobalObjects: false,
      // Health checks by HTTP/1.0 name no host.
      hostname: "localhost",
      // `refuseRequest` drops a body that is refused, so that its client gets to read the answer.
      autoCleanupIncoming: false,
      // A handler answers in any case: only the request itself can fail here.
      errorHandler: () => {
        const requestId = newId();
        const error = new GatewayError("invalid_request", "The header Host of the request cannot be read.");
        const response = withSecurity(problem(error, requestId).toResponse());
        response.headers.set("X-Request-Id", requestId);
        return response;
      },
    },
  );
  return (request, response) => {
    if (!routeOf(pathOf(request))) return false;
    void listener(request, response);
    return true;
  };
}

function withSecurity(response: Response): Response {
  for (const [name, value] of Object.entries(SECURITY)) response.headers.set(name, value);
  return response;
}

/** The paths of a folder with parameters, such as `gateway/carriers/[name]/report`. */
function patternOf(folder: string): RegExp {
  const steps = folder
    .split("/")
    .map((step) => (step.startsWith("[") ? "[^/]+" : step.replaceAll(".", "\\.")));
  return new RegExp(`^/${steps.join("/")}$`);
}

/** The path of a request as it stands in its first line. */
function pathOf({ url = "" }: { url?: string | undefined }): string {
  const query = url.indexOf("?");
  return query < 0 ? url : url.slice(0, query);
}

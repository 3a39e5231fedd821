import type { Callers, ErrorStyle, Operation, Statuses } from "@/lib/contracts/base/operation";
import { whileMoving } from "@/lib/db/cells/while-moving";
import { countDatabaseFailure } from "@/lib/db/log-failure";
import { GatewayError } from "@/lib/errors";
import { releaseBody } from "@/lib/http/body/body";
import { heavyPlaceOf } from "@/lib/http/limits/heavy-requests";
import { holdBack } from "@/lib/http/limits/hold-back";
import { logAccountRequest } from "@/lib/http/log/log-request";
import { observe } from "@/lib/http/log/observe";
import { noteIfAny } from "@/lib/http/log/request-note";
import { nothingAt } from "@/lib/http/reply/nothing-at";
import { problem } from "@/lib/http/reply/problem";
import { isWhole, Reply } from "@/lib/http/reply/reply";
import { fromWeb, type GatewayRequest } from "@/lib/http/request/gateway-request";
import { isId, newId } from "@/lib/ids";
import { describeError, log } from "@/lib/log";
import { excerpt } from "@/lib/parsing/excerpt";

/** The methods that Next knows. A server in front rejects any other. */
export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Method = (typeof METHODS)[number];

export type Handler = (request: Request) => Promise<Response>;
/** The handlers of one route by method. */
export type Handlers = Record<Method, Handler>;
/** The result of an endpoint: a finished response, or an object that is sent as JSON. */
export type Answer = Response | Reply | object;

/** Headers that are added to a response, by their names in lower case. */
export type ReplyHeaders = Record<string, string>;

/** One method of a route: it reads the request and answers it, or throws. */
export type Endpoint = {
  /** Runs the endpoint. The final content of `headers` goes out with the response, or with the error. */
  run(request: GatewayRequest, headers: ReplyHeaders): Promise<Answer> | Answer;
  /** The operation in the published contract; undefined for endpoints that only operators of the server call. */
  operation?: Operation;
  /** True for a GET with an effect, which a HEAD must not have. */
  notByHead?: boolean;
  /** True if the endpoint is called so often that a log line for each success would be noise. */
  quiet?: boolean;
};

/**
 * The function that answers a request, before its reply becomes a web `Response`. A stream is a `Response` from the
 * beginning.
 */
export type Replier = (request: GatewayRequest) => Promise<Reply | Response>;

const operations = new WeakMap<Handler, Operation>();
const repliers = new WeakMap<Handler, Replier>();

/** Returns the replier of a handler that `route` made, for a server that writes replies itself. */
export function replierOf(handler: Handler): Replier | undefined {
  return repliers.get(handler);
}

/** Returns the operation of a handler that `route` made; undefined if it has none. */
export function operationOf(handler: Handler): Operation | undefined {
  return operations.get(handler);
}

/**
 * Returns the handlers of one route: the offered methods, and 405 with `Allow` for every other method
 * (rules: unknown paths). Every response has `X-Request-Id` (rules: request ids). Every request is one line of the
 * log, without its query string (rules: logs), and one of its account's (rules: request log).
 * @param exists returns whether the route exists at this moment; by default it does.
 */
export function route(
  offered: Partial<Record<"GET" | "POST" | "OPTIONS", Endpoint>>,
  exists: () => boolean = () => true,
): Handlers {
  const all: Partial<Record<Method, Endpoint>> =
    offered.GET && !offered.GET.notByHead ? { ...offered, HEAD: offered.GET } : offered;
  const allow = METHODS.filter((method) => all[method]).join(", ");
  const {
    errorStyle: errors = "sentence",
    statuses = {},
    callers = "account",
  } = (offered.POST ?? offered.GET)?.operation ?? {};
  const notAllowed: Endpoint = {
    run: ({ method }) => {
      throw new GatewayError("method_not_allowed", `${method} is not allowed here. Use ${allow}.`, {
        Allow: allow,
      });
    },
  };
  return handlers((method) => {
    const endpoint = all[method] ?? notAllowed;
    const made = handler((request, headers) => (exists() ? endpoint : nothing).run(request, headers), {
      errors,
      statuses,
      callers,
      quiet: endpoint.quiet ?? false,
      operation: endpoint.operation,
    });
    if (endpoint.operation) operations.set(made, endpoint.operation);
    return made;
  });
}

const nothing: Endpoint = {
  run: (request) => {
    throw nothingAt(request.path);
  },
};

/** Returns the handlers of unknown paths: 404 with our error body. */
export function unknownPath(): Handlers {
  return handlers(() =>
    handler(nothing.run, {
      errors: "sentence",
      statuses: {},
      callers: "anyone",
      quiet: false,
      operation: undefined,
    }),
  );
}

function handlers(of: (method: Method) => Handler): Handlers {
  return Object.fromEntries(METHODS.map((method) => [method, of(method)])) as Handlers;
}

type HandlerOptions = {
  errors: ErrorStyle;
  statuses: Statuses;
  callers: Callers;
  quiet: boolean;
  operation: Operation | undefined;
};

function handler(run: Endpoint["run"], options: HandlerOptions): Handler {
  const reply = replier(run, options);
  const made: Handler = async (request) => {
    const answer = await reply(fromWeb(request));
    return answer instanceof Reply ? answer.toResponse() : answer;
  };
  repliers.set(made, reply);
  return made;
}

function replier(
  run: Endpoint["run"],
  { errors, statuses, callers, quiet, operation }: HandlerOptions,
): Replier {
  return async (request) => {
    const startedAt = performance.now();
    const requestId = requestIdOf(request);
    const headers: ReplyHeaders = {};
    let response: Reply | Response;
    let failure: unknown;
    try {
      const answer = await whileMoving(async () => run(request, headers));
      const isMade = answer instanceof Reply || answer instanceof Response;
      response = isMade ? answer : Reply.json(answer, { headers: { "Cache-Control": "no-store" } });
    } catch (error) {
      failure = error;
      response = problem(error, requestId, { style: errors, statuses, callers });
    } finally {
      releaseBody(request);
    }
    if (!isReadInPieces(response)) heavyPlaceOf(request).leave();
    setHeader(response, "X-Request-Id", requestId);
    for (const [name, value] of Object.entries(headers)) setHeader(response, name, value);
    const line: RequestLine = {
      requestId,
      method: request.method,
      path: excerpt(request.path, MAX_LOGGED_PATH),
      status: response.status,
      durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
    };
    observe(() => {
      if (operation) logAccountRequest(request, operation, line, failure);
    }, "a request is missing in the log of its account");
    observe(() => logRequest(line, failure, quiet), "a request is missing in the log");
    await holdBack(failure, noteIfAny(request));
    return response;
  };
}

/** The most characters of a path in the log. The longest path of a route is shorter. */
const MAX_LOGGED_PATH = 200;

/** The fields of each request's log line. */
type RequestLine = { requestId: string; method: string; path: string; status: number; durationMs: number };

function logRequest(line: RequestLine, failure: unknown, quiet: boolean): void {
  if (failure !== undefined && countDatabaseFailure(failure)) return;
  if (line.status === 500) log().error({ ...line, err: describeError(failure) }, "request failed");
  else if (line.status >= 400) log().warn(line, "request refused");
  else if (!quiet) log().info(line, "request");
}

/** Returns whether a reply is produced while it is read: then its request has not ended yet. */
function isReadInPieces(answer: Reply | Response): boolean {
  return answer instanceof Reply && answer.body !== null && !isWhole(answer.body);
}

function setHeader(answer: Reply | Response, name: string, value: string): void {
  if (answer instanceof Reply) answer.headers[name] = value;
  else answer.headers.set(name, value);
}

/** Returns the id that the server in front gave to the request, so that both use one; or else a new id. */
function requestIdOf(request: GatewayRequest): string {
  const given = request.header("x-request-id");
  return given !== null && isId(given) ? given : newId();
}

import type { z } from "zod";
import type { Caller } from "@/lib/accounts/caller";
import { now } from "@/lib/clock";
import { type Database, db } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { authenticate } from "@/lib/http/authenticate";
import { clientAddress } from "@/lib/http/client-address";
import { readParameters } from "@/lib/http/parameters";
import { parseBy } from "@/lib/http/parse";
import { type ErrorStyle, problem } from "@/lib/http/problem";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Method = (typeof METHODS)[number];
type Handler = (request: Request) => Promise<Response>;

/** What an operation is given. */
export type Call<Input> = {
  db: Database;
  now: Date;
  input: Input;
  /** The address the request came from, for failure limits. */
  address: string;
  header(name: string): string | null;
};

type Answer = Response | object;

/** One method of a route: reads the request and answers it. */
type Endpoint = { run(request: Request): Promise<Answer> };

/** An endpoint anyone may call; the operation itself looks at what it is given. */
export function open<Contract extends z.ZodType>(
  contract: Contract,
  operation: (call: Call<z.output<Contract>>) => Promise<Answer>,
): Endpoint {
  return {
    run: async (request) => {
      const parameters = await readParameters(request);
      return operation({ ...callOf(request), input: parseBy(contract, parameters) });
    },
  };
}

/** An endpoint for an account: Bearer token, or `userId` and `password` among the parameters (spec 5). */
export function authenticated<Contract extends z.ZodType>(
  contract: Contract,
  operation: (call: Call<z.output<Contract>> & { caller: Caller }) => Promise<Answer>,
  options: { basic?: boolean } = {},
): Endpoint {
  return {
    run: async (request) => {
      const parameters = await readParameters(request);
      const call = callOf(request);
      const authorization = request.headers.get("authorization");
      const caller = await authenticate(call, authorization, parameters, options.basic ?? false);
      return operation({ ...call, caller, input: parseBy(contract, parameters) });
    },
  };
}

function callOf(request: Request): Omit<Call<never>, "input"> {
  return {
    db: db(),
    now: now(),
    address: clientAddress(request),
    header: (name) => request.headers.get(name),
  };
}

/**
 * The handlers of one route of the gateway: what it offers by method, and 405 with `Allow` for every other method.
 * Every response carries `X-Request-Id`; every request is one line of the log, without its query string.
 */
export function gateway(
  offered: Partial<Record<"GET" | "POST", Endpoint>>,
  errors: ErrorStyle = "sentence",
): Record<Method, Handler> {
  const allow = METHODS.filter((method) => method in offered).join(", ");
  const notAllowed: Endpoint = {
    run: async (request) => {
      throw new GatewayError("method_not_allowed", `${request.method} is not allowed here. Use ${allow}.`, {
        Allow: allow,
      });
    },
  };
  return handlers((method) => handler(offered[method as "GET" | "POST"] ?? notAllowed, errors));
}

/** The handlers of every path under the gateway that is none: 404 with our error body. */
export function unknownPath(): Record<Method, Handler> {
  const nothing: Endpoint = {
    run: async (request) => {
      throw new GatewayError(
        "not_found",
        `There is nothing at ${new URL(request.url).pathname.slice(0, 200)}.`,
      );
    },
  };
  return handlers(() => handler(nothing, "sentence"));
}

function handlers(of: (method: Method) => Handler): Record<Method, Handler> {
  return Object.fromEntries(METHODS.map((method) => [method, of(method)])) as Record<Method, Handler>;
}

function handler(endpoint: Endpoint, errors: ErrorStyle): Handler {
  return async (request) => {
    const startedAt = performance.now();
    const requestId = newId();
    let response: Response;
    try {
      const answer = await endpoint.run(request);
      response =
        answer instanceof Response
          ? answer
          : Response.json(answer, { headers: { "Cache-Control": "no-store" } });
    } catch (error) {
      response = problem(error, requestId, errors);
    }
    response.headers.set("X-Request-Id", requestId);
    const { pathname } = new URL(request.url);
    const line = {
      requestId,
      method: request.method,
      path: pathname,
      status: response.status,
      durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
    };
    if (response.status >= 400) log().warn(line, "request refused");
    else log().info(line, "request");
    return response;
  };
}

import { type Handlers, METHODS, route, unknownPath } from "@/lib/http/handler";
import type { MemberEndpoint } from "@/lib/http/member";

/** The handlers of an area, such as Administration, or of a part of it by path. */
export type EndpointTable = ReadonlyMap<string, Handlers>;

const UNKNOWN = unknownPath();

/**
 * Returns the handlers of endpoints by the paths that their operations declare.
 * @throws Error if two endpoints have the same method and path.
 */
export function tableOf(endpoints: readonly MemberEndpoint[]): EndpointTable {
  const paths = new Map<string, Record<string, MemberEndpoint>>();
  for (const endpoint of endpoints) {
    const { method, path } = endpoint.declared;
    const offered = paths.get(path) ?? {};
    if (offered[method]) throw new Error(`${method} ${path} has two endpoints.`);
    paths.set(path, { ...offered, [method]: endpoint });
  }
  return new Map(
    [...paths].map(([path, offered]) => [
      path,
      route(offered, () => Object.values(offered).every(({ exists }) => exists?.() ?? true)),
    ]),
  );
}

/**
 * Returns one table of several.
 * @throws Error if two tables have the same path.
 */
export function joinTables(...tables: readonly EndpointTable[]): EndpointTable {
  const joined = new Map<string, Handlers>();
  for (const [path, handlers] of tables.flatMap((table) => [...table])) {
    if (joined.has(path)) throw new Error(`${path} is in two tables.`);
    joined.set(path, handlers);
  }
  return joined;
}

/**
 * Returns the handlers of a path. Those of an unknown path answer 404 (rules: unknown paths).
 * @param path in percent-encoding, with or without a slash at its end.
 */
export function handlersAt(table: EndpointTable, path: string): Handlers {
  return table.get(path.replace(/\/$/, "")) ?? UNKNOWN;
}

/** Returns the handlers of a route file that answers for every path of a table. */
export function routeOf(table: EndpointTable): Handlers {
  return Object.fromEntries(
    METHODS.map((method) => [
      method,
      (request: Request) => handlersAt(table, new URL(request.url).pathname)[method](request),
    ]),
  ) as Handlers;
}

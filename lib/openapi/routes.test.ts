import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { OPERATIONS } from "@/lib/contracts/operations";
import { METHODS, operationOf } from "@/lib/http/handler";
import { buildDocument } from "@/lib/openapi/document";
import { ROOT } from "@/server/base/root";

/** The folders under `app` with the operations of the published API. */
const ROOMS = [
  "gateway",
  "simulator",
  "send.php",
  "crm-a",
  "crm-b",
  "crm-c",
  "automation",
  "storefront",
  "mail-addin/send.php",
];

/** The handler of unknown paths, and the endpoints that networks call: their formats are not ours to publish. */
const UNPUBLISHED = [
  "gateway/[[...path]]",
  "gateway/carriers/[name]/report",
  "gateway/carriers/[name]/inbound",
];

type Handler = (request: Request) => Promise<Response>;
type Route = { path: string; handlers: Partial<Record<(typeof METHODS)[number], Handler>> };

const routes: Route[] = await Promise.all(
  ROOMS.flatMap((room) =>
    readdirSync(path.join(ROOT, "app", room), { recursive: true, encoding: "utf8" })
      .map((file) => path.posix.join(room, file.split(path.sep).join("/")))
      .filter((file) => path.posix.basename(file) === "route.ts")
      .map((file) => path.posix.dirname(file))
      .filter((folder) => !UNPUBLISHED.includes(folder))
      .map(async (folder) => ({
        path: `/${folder}`,
        handlers: (await import(path.join(ROOT, "app", folder, "route.ts"))) as Route["handlers"],
      })),
  ),
);

/** The methods that a route offers. One that it does not accept is a 405. */
const offered = await Promise.all(
  routes.flatMap(({ path: at, handlers }) =>
    METHODS.map(async (method) => {
      const handler = handlers[method];
      const operation = handler && operationOf(handler);
      // The request has no credentials, and there is no database: a 405 comes before both.
      const isRefused =
        operation === undefined &&
        handler !== undefined &&
        // Or a browser asks whether a page of another site may call the route.
        [405, method === "OPTIONS" ? 204 : 405].includes(
          (await handler(new Request(`http://gateway.test${at}`, { method }))).status,
        );
      return { at, method, handler, operation, isRefused };
    }),
  ),
);

describe("the routes and the contract", () => {
  it("finds the routes", () => {
    expect(routes.length).toBeGreaterThan(10);
  });

  it("answers every method: with an operation, with 405, or as a preflight", () => {
    const wrong = offered.filter(
      ({ handler, operation, isRefused }) => !handler || !(operation || isRefused),
    );
    expect(wrong.map(({ at, method }) => `${method} ${at}`)).toEqual([]);
  });

  it("has each operation at the path and under the method that it declares", () => {
    const misplaced = offered.filter(
      ({ at, method, operation }) =>
        // HEAD is served by the operation of GET.
        operation && (operation.path !== at || operation.method !== (method === "HEAD" ? "GET" : method)),
    );
    expect(misplaced.map(({ at, method, operation }) => `${method} ${at}: ${operation?.id}`)).toEqual([]);
  });

  it("lists every operation that has a route, and no other", () => {
    const routed = new Set(offered.flatMap(({ operation }) => (operation ? [operation] : [])));
    expect([...routed].map(({ id }) => id).sort()).toEqual(OPERATIONS.map(({ id }) => id).sort());
    for (const operation of routed) expect(OPERATIONS).toContain(operation);
  });

  it("documents what is routed, and nothing else", () => {
    const documented = Object.entries(buildDocument([], { simulated: true }).paths ?? {}).flatMap(
      ([at, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${at}`),
    );
    const routed = offered.flatMap(({ at, operation }) => (operation ? [`${operation.method} ${at}`] : []));
    expect(documented.sort()).toEqual([...new Set(routed)].sort());
  });

  it("gives each operation a name of its own", () => {
    expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(OPERATIONS.length);
  });
});

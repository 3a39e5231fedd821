import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { OPERATIONS } from "@/lib/contracts/operations";
import { METHODS, operationOf } from "@/lib/http/handler";
import { buildDocument } from "@/lib/openapi/document";
import { ROOT } from "@/server/base/root";

/** Where the operations of the published API live, under `app`. */
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

/** The answer to every path that is none, and what networks call: their words are not ours to publish. */
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

/** What a route answers with: a method that it does not take is a 405. */
const offered = await Promise.all(
  routes.flatMap(({ path: at, handlers }) =>
    METHODS.map(async (method) => {
      const handler = handlers[method];
      const operation = handler && operationOf(handler);
      // Without credentials and without a database: a 405 comes before either.
      const isRefused =
        operation === undefined &&
        handler !== undefined &&
        // Or it is a browser's question whether another page may ask.
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
        // Who asks for the headers of a GET asks the GET.
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

import path from "node:path";
import { describe, expect, it } from "vitest";
import { derivedModules, routesOf } from "@/scripts/lib/derive.mjs";
import { ROOT } from "@/server/base/root";
import { ADMIN_ROUTES, MEMBER_ROUTES } from "@/tests/support/all-routes";

const derived = derivedModules();

it("lists the endpoints of every folder by its name", () => {
  const list = derived["app/api/members/generated/endpoints.ts"];
  expect(list).toContain(
    'import { API_KEYS_ENDPOINTS } from "@/app/api/members/api-keys/endpoints";\n' +
      'import { AUTO_REPLIES_ENDPOINTS } from "@/app/api/members/auto-replies/endpoints";\n',
  );
  expect(list).toContain("export const ENDPOINTS = [ACTIVITY_ENDPOINTS, API_KEYS_ENDPOINTS,");
});

it("lists the contracts in all folders", () => {
  const contracts = derived["components/members/generated/contracts.ts"];
  expect(contracts).toContain('| typeof import("@/lib/contracts/admin/accounts")\n');
  expect(contracts).toContain('| typeof import("@/lib/contracts/members/sending/templates")\n');
});

describe("the routes that browsers load", () => {
  it("are those of all contracts", async () => {
    const files = Object.keys(derived).filter((file) => file.startsWith("lib/contracts/generated/"));
    const modules = await Promise.all(files.map((file) => import(path.join(ROOT, file))));
    const routes = modules.flatMap((module) => Object.values(module)).map((route) => JSON.stringify(route));
    const declared = [...ADMIN_ROUTES, ...MEMBER_ROUTES].map(({ method, path, roles }) =>
      JSON.stringify({ method, path, roles }),
    );
    expect(declared.length).toBeGreaterThan(200);
    expect(routes.sort()).toEqual(declared.sort());
  });

  const HEAD =
    'export const readNotes = memberOperation({\n  method: "GET",\n  path: "/api/members/notes",\n';

  it("have the method, the path and the roles", () => {
    expect(routesOf("a.ts", `${HEAD}  roles: READERS,\n  request: z.object({}),`)).toMatch(
      /^import \{ READERS \}.*\n.*export const readNotes = \{ method: "GET", path: "\/api\/members\/notes", roles: READERS \} as const;\n$/s,
    );
  });

  it.each([
    HEAD.replace("  method", "  request: z.object({}),\n  method"),
    HEAD.replace('"GET"', "method"),
    "const hidden = memberOperation({",
  ])("cannot be derived from %j", (text) => {
    expect(() => routesOf("a.ts", text)).toThrow("In a.ts, begin each memberOperation({ with");
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { ADMIN_TABLE } from "@/app/api/admin/table";
import { MEMBER_TABLE } from "@/app/api/members/table";
import { streamEvents } from "@/lib/contracts/generated/members/events";
import { listTemplates } from "@/lib/contracts/generated/members/sending/templates";
import * as templates from "@/lib/contracts/members/sending/templates";
import { reloadEnv } from "@/lib/env";
import { type EndpointTable, handlersAt, joinTables, tableOf } from "@/lib/http/endpoint-table";
import { member } from "@/lib/http/member";
import { ADMIN_ROUTES, MEMBER_ROUTES } from "@/tests/support/all-routes";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase();
beforeAll(() => {
  // One path exists only while sign-up is open.
  Object.assign(process.env, { SIGNUP: "open" });
  reloadEnv();
});

/**
 * Returns the methods and paths that a table answers. The refusal of another method lists the methods of a
 * path.
 */
async function offeredBy(table: EndpointTable): Promise<string[]> {
  const each = [...table].map(async ([path, { DELETE }]) => {
    const refused = await DELETE(new Request(`http://gateway.test${path}`, { method: "DELETE" }));
    const methods = refused.headers.get("allow")?.split(", ") ?? [];
    return methods.filter((method) => method !== "HEAD").map((method) => `${method} ${path}`);
  });
  return (await Promise.all(each)).flat();
}

describe.each([
  ["the Members Area", MEMBER_TABLE, MEMBER_ROUTES.filter(({ path }) => path !== streamEvents.path)],
  ["Administration", ADMIN_TABLE, ADMIN_ROUTES],
])("the table of %s", (_, table, routes) => {
  it("has each declared operation and no other", async () => {
    const declared = routes.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(declared).size).toBe(declared.length);
    expect((await offeredBy(table)).sort()).toEqual(declared.sort());
  });
});

it("joinTables refuses a path that two tables have", () => {
  expect(() => joinTables(ADMIN_TABLE, new Map(ADMIN_TABLE))).toThrow(" is in two tables.");
});

describe("tableOf", () => {
  const list = member(templates.listTemplates, async () => ({ templates: [] }));

  it("refuses two endpoints of one method and path", () => {
    expect(() => tableOf([list, list])).toThrow("GET /api/members/templates has two endpoints.");
  });

  it.each([
    ["/api/members/templates", 401],
    ["/api/members/templates/", 401],
    ["/api/members/templates//", 404],
    ["/api/members/Templates", 404],
    ["/api/members/%74emplates", 404],
    ["/api/members/templates%2F", 404],
    ["/api/members/constructor", 404],
    ["/api/members/", 404],
    ["/api/members", 404],
    ["", 404],
    ["constructor", 404],
  ])("answers %s with %i", async (path, status) => {
    const { GET } = handlersAt(tableOf([list]), path);
    expect((await GET(new Request(`http://gateway.test${listTemplates.path}`))).status).toBe(status);
  });

  it("answers 404 while an endpoint does not exist", async () => {
    let exists = false;
    const { GET, PUT } = handlersAt(tableOf([{ ...list, exists: () => exists }]), listTemplates.path);
    const statuses = async () =>
      Promise.all([GET, PUT].map(async (handler) => (await handler(new Request("http://a/"))).status));
    expect(await statuses()).toEqual([404, 404]);
    exists = true;
    expect(await statuses()).toEqual([401, 405]);
  });
});

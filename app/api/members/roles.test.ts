import { beforeAll, describe, expect, it, test } from "vitest";
import { isAllowed, ROLES, type Role, VIEWER, VISITORS } from "@/lib/contracts/base/roles";
import type { MemberRoute } from "@/lib/contracts/members/operation";
import { reloadEnv } from "@/lib/env";
import { ADMIN_ROUTES, MEMBER_ROUTES } from "@/tests/support/all-routes";
import { useTestDatabase } from "@/tests/support/database/database";
import { everything } from "@/tests/support/database/everything";
import { cookieOf } from "@/tests/support/member";
import { personIn } from "@/tests/support/people";
import { call, type Handler, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { viewingCookie } from "@/tests/support/views";
import "@/tests/support/server/send";

useTestDatabase();

const placeOf = ({ path: whole }: MemberRoute) => whole.replace("/api/members/", "");

let people: Record<Role, TestAccount & { personId?: number }>;
beforeAll(async () => {
  // One of the routes exists only while sign-up is open.
  Object.assign(process.env, { SIGNUP: "open" });
  reloadEnv();
  const owner = await testAccount();
  const others = ROLES.filter((role) => role !== "owner");
  const made = await Promise.all(others.map(async (role) => [role, await personIn(owner, role)] as const));
  people = { owner, ...Object.fromEntries(made) } as typeof people;
});

describe("every operation of the Members Area", () => {
  it("says which roles may call it", () => {
    for (const { path: at, roles } of MEMBER_ROUTES)
      expect(roles === VISITORS || (Array.isArray(roles) && roles.length > 0), at).toBe(true);
    // An owner may call all operations.
    for (const { path: at, roles = [] } of MEMBER_ROUTES) expect(isAllowed(roles, "owner"), at).toBe(true);
  });

  const guarded = MEMBER_ROUTES.filter(({ roles }) => roles !== VISITORS);
  test.each(guarded)("$method $path is for its roles alone", async (route) => {
    const { method, roles = [] } = route;
    const handler = handlersOf(route.path)[method];
    const shutOut = ROLES.filter((role) => !isAllowed(roles, role));
    for (const role of shutOut) {
      const headers = { cookie: await cookieOf(people[role]), "sec-fetch-site": "same-origin" };
      const answer =
        method === "GET"
          ? await call(handler, { method, headers })
          : await call(handler, { json: {}, headers });
      expect([role, answer.status]).toEqual([role, 403]);
      expect(answer.body.error).toMatch(
        /^This is for the roles? .+\. Your role in this account is [a-z-]+\.$/,
      );
    }
    // A request without input succeeds for the other roles.
    const reader = roles.includes("read-only") ? "read-only" : roles[roles.length - 1];
    if (method !== "GET" || !reader || route.path.endsWith("/events")) return;
    const headers = { cookie: await cookieOf(people[reader as Role]), "sec-fetch-site": "same-origin" };
    expect((await call(handler, { method, headers })).status).not.toBe(403);
  });
});

it("has Administration for an administrator's own account alone", async () => {
  const boss = await testAccount({ admin: true });
  const helper = await personIn(boss, "owner");
  const { GET } = handlersOf("/api/admin/accounts");
  const as = async (who: TestAccount & { personId?: number }) =>
    (
      await call(GET, {
        method: "GET",
        headers: { cookie: await cookieOf(who), "sec-fetch-site": "same-origin" },
      })
    ).status;
  expect([await as(boss), await as(helper)]).toEqual([200, 403]);
});

describe("an administrator who views an account", () => {
  /**
   * The operations that an administrator may call while viewing. All others are closed, and so is a new one
   * until it is listed here.
   */
  const OPEN = [
    "GET me",
    "GET events",
    "GET overview",
    "GET search",
    "GET people",
    "POST view/end",
    "GET messages",
    "GET messages/count",
    "GET messages/message",
    "GET messages/send",
    "GET sends",
    "GET inbox",
    "GET inbox/conversation",
    "GET inbox/tags",
    "GET handset",
    "GET blocked-numbers",
    "GET contacts",
    "GET contacts/lists",
    "GET templates",
    "GET auto-replies",
    "GET send/drafts",
    "GET send/drafts/draft",
    "GET domains",
    "GET domains/requests",
    "GET domains/held",
    "GET billing",
    "GET billing/alerts",
    "GET billing/usage",
    "GET billing/ledger",
    "GET billing/ledger/export",
    "GET billing/rate-codes",
    "GET billing/statement",
    "GET billing/statement/pdf",
  ];
  const isOpen = ({ roles = [] }: MemberRoute) => roles !== VISITORS && isAllowed(roles, VIEWER);
  const nameOf = (route: MemberRoute) => `${route.method} ${placeOf(route)}`;

  let headers: Record<string, string>;
  beforeAll(async () => {
    const cookie = await viewingCookie(await testAccount({ admin: true }), people.owner);
    headers = { cookie, "sec-fetch-site": "same-origin" };
  });
  const calling = (handler: Handler, method: string) =>
    method === "GET" ? call(handler, { method, headers }) : call(handler, { json: {}, headers });

  it("may call what names viewers, which changes nothing but the view's end", () => {
    expect(MEMBER_ROUTES.filter(isOpen).map(nameOf).sort()).toEqual(OPEN.sort());
  });

  const closed = MEMBER_ROUTES.filter((route) => !isOpen(route) && route.roles !== VISITORS);
  test.each(closed)("is refused at $method $path", async (route) => {
    const handler = handlersOf(route.path)[route.method];
    const before = await everything();
    expect(await calling(handler, route.method)).toMatchObject({
      status: 403,
      body: { code: "viewing_only", error: expect.stringMatching(/^You are viewing an account/) },
    });
    expect(await everything()).toEqual(before);
  });

  test.each(ADMIN_ROUTES)("is refused at $method $path", async (route) => {
    const handler = handlersOf(route.path)[route.method];
    expect(await calling(handler, route.method)).toMatchObject({
      status: 403,
      body: { code: "viewing_only" },
    });
  });

  const reads = MEMBER_ROUTES.filter(
    (route) => isOpen(route) && route.method === "GET" && nameOf(route) !== "GET events",
  );
  test.each(reads)("leaves nothing behind at $method $path", async (route) => {
    const handler = handlersOf(route.path).GET;
    const before = await everything();
    const query = { q: "kia ora", month: "2026-10", number: "64215551781", id: people.owner.userId };
    expect((await call(handler, { method: "GET", query, headers })).status).not.toBe(403);
    expect(await everything()).toEqual(before);
  });
});

import { beforeAll, describe, expect, it, test } from "vitest";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { ADMIN_ROUTES } from "@/tests/support/all-routes";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { call, type Handler, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

useTestDatabase();

type RequestInput = { query: Record<string, string> } | { json: object };

const NETWORK = JSON.stringify({ host: "127.0.0.1", systemId: "gateway", password: "x", tps: 1 });

/** Every route, with a request that succeeds for an administrator. */
const ROUTES: readonly (readonly [route: string, given: RequestInput])[] = [
  ["accounts", { query: {} }],
  ["accounts", { json: { email: "new@example.com", name: "New" } }],
  ["accounts/one", { query: { accountId: "1" } }],
  ["accounts/movements", { query: { accountId: "1" } }],
  ["accounts/activity", { query: { accountId: "1" } }],
  ["accounts/balance", { json: { accountId: 1, key: newId(), amount: "1000", reason: "For me" } }],
  ["accounts/change", { json: { accountId: 1, standardRate: { price: "0" } } }],
  ["accounts/enable", { json: { accountId: 1, enabled: false } }],
  ["accounts/reset-second-factor", { json: { accountId: 1 } }],
  ["accounts/send-reset-link", { json: { accountId: 1 } }],
  ["accounts/view", { json: { accountId: 1, reason: "A question" } }],
  ["shortcodes", { query: {} }],
  ["shortcodes", { json: { number: "4040" } }],
  ["shortcodes/activate", { json: { id: 1, active: false } }],
  ["shortcodes/owner", { json: { id: 1, owner: "member@example.com" } }],
  ["shortcodes/template-sender", { json: { id: 1 } }],
  ["rates", { query: {} }],
  ["rates", { json: { callingCode: "44", price: "0" } }],
  ["rates/change", { json: { callingCode: "64", price: "0" } }],
  ["rates/remove", { json: { callingCode: "61" } }],
  ["figures", { query: {} }],
  ["figures/export", { query: {} }],
  ["inbound", { query: {} }],
  ["health", { query: {} }],
  ["messages", { query: {} }],
  ["messages/one", { query: { id: newId() } }],
  ["networks", { query: {} }],
  ["networks", { json: { name: "south", kind: "smpp", settings: NETWORK } }],
  ["networks/change", { json: { name: "north", settings: NETWORK } }],
  ["networks/drain", { json: { name: "north", isDraining: true } }],
  ["networks/enable", { json: { name: "north", enabled: false } }],
  ["networks/remove", { json: { name: "north" } }],
  ["networks/try", { json: { name: "north", to: "64211234567", sender: "552" } }],
  ["networks/blocked", { json: { prefix: "882" } }],
  ["networks/blocked/remove", { json: { prefix: "882" } }],
  ["networks/routes", { query: {} }],
  ["networks/routes", { json: { file: '{"routes":[]}' } }],
  ["networks/errors", { query: {} }],
  ["networks/errors", { json: { kind: "smpp", code: "0x0000000B", action: "elsewhere" } }],
  ["networks/errors/remove", { json: { kind: "smpp", code: "0x0000000B" } }],
  ["networks/reports", { query: {} }],
  ["networks/events", { query: {} }],
  ["networks/margin", { query: {} }],
  ["networks/margin/export", { query: { month: "2026-11" } }],
  ["networks/routes/explain", { query: { to: "64211234567", sender: "552" } }],
];

let member: TestAccount;
beforeAll(async () => {
  // The requests refer to the first account.
  await testAccount();
  await db().prisma.carrier.create({ data: { name: "north", kind: "smpp" } });
  member = await testAccount({ email: "member@example.com" });
});

function handlerOf(route: string, given: RequestInput): Handler {
  return handlersOf(`/api/admin/${route}`)["json" in given ? "POST" : "GET"];
}

/** Returns all rows that an administrator could have changed. */
async function everything(): Promise<string> {
  const { prisma } = db();
  const tables = await Promise.all([
    prisma.account.findMany({ orderBy: { id: "asc" } }),
    prisma.ledgerEntry.findMany({ orderBy: { id: "asc" } }),
    prisma.shortcode.findMany({ orderBy: { id: "asc" } }),
    prisma.rate.findMany({ orderBy: { callingCode: "asc" } }),
    prisma.carrier.findMany(),
    prisma.route.findMany(),
    prisma.activity.findMany(),
  ]);
  return JSON.stringify(tables, (_, value) => (typeof value === "bigint" ? String(value) : value));
}

describe("administration", () => {
  test.each(ROUTES)("refuses a member at %s with %j, and nothing happens", async (route, given) => {
    const before = await everything();
    const answer = await ask(handlerOf(route, given), member, given);
    expect(answer).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(await everything()).toBe(before);
  });

  test.each(ROUTES)("refuses who is not signed in at %s with %j", async (route, given) => {
    const handler = handlerOf(route, given);
    const headers = { "sec-fetch-site": "same-origin" };
    const options = "json" in given ? { json: given.json } : { method: "GET", query: given.query };
    expect(await call(handler, { ...options, headers })).toMatchObject({ status: 401 });
  });

  it("ends for an administrator who is one no more", async () => {
    const former = await testAccount({ admin: true });
    const list = handlerOf("rates", { query: {} });
    expect(await ask(list, former, { query: {} })).toMatchObject({ status: 200 });
    await db().prisma.account.update({ where: { id: former.accountId }, data: { isAdmin: false } });
    expect(await ask(list, former, { query: {} })).toMatchObject({ status: 403 });
  });

  it("has no route that is not asked here", () => {
    const asked = ROUTES.map(([route, given]) => `${"json" in given ? "POST" : "GET"} /api/admin/${route}`);
    const others = ADMIN_ROUTES.filter(({ path }) => !path.startsWith("/api/admin/domains"));
    expect(asked.sort()).toEqual(others.map(({ method, path }) => `${method} ${path}`).sort());
  });
});

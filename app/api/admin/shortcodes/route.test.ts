import { beforeEach, describe, expect, it, test } from "vitest";
import { addShortcode, listShortcodes, type ShortcodeRecord } from "@/lib/contracts/admin/shortcodes";
import type { Pagination } from "@/lib/contracts/base/pagination";
import { db } from "@/lib/db/client";
import { setShortcodeActive } from "@/lib/numbers/shortcodes";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { itByHandlers } from "@/tests/support/server/by-handlers";
import { type Handler, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { sendFrom } from "@/tests/support/server/send";

const { POST: activate } = handlersOf("/api/admin/shortcodes/activate");
const { POST: give } = handlersOf("/api/admin/shortcodes/owner");
const { GET, POST } = handlersOf("/api/admin/shortcodes");
const { POST: choose } = handlersOf("/api/admin/shortcodes/template-sender");

// The initial senders: 552, and 2190 for templates.
useTestDatabase({ each: true });

let administrator: TestAccount;
let owner: TestAccount;
beforeEach(async () => {
  administrator = await testAccount({ admin: true });
  owner = await testAccount();
});

const administer = (handler: Handler, json: object) => ask(handler, administrator, { json });

async function add(json: object): Promise<ShortcodeRecord> {
  const { body } = await ask<{ shortcode: ShortcodeRecord }>(POST, administrator, { json });
  expect(body).toEqual(addShortcode.response.parse(body));
  return body.shortcode;
}

async function list(query: Record<string, string> = {}) {
  type ListBody = { shortcodes: ShortcodeRecord[]; pagination: Pagination };
  const { body } = await ask<ListBody>(GET, administrator, { query });
  expect(body).toEqual(listShortcodes.response.parse(body));
  return body;
}

async function idOf(number: string): Promise<number> {
  return (await db().prisma.shortcode.findUniqueOrThrow({ where: { number } })).id;
}

const changesOf = async ({ accountId }: TestAccount) =>
  (await db().prisma.activity.findMany({ where: { accountId }, orderBy: { id: "asc" } })).map(
    ({ details }) => details,
  );

const sent = async (account: TestAccount, from?: string) =>
  (await sendFrom(account, from === undefined ? {} : { from })).status;

describe("senders", () => {
  itByHandlers("are listed in pages, with who may use them", async () => {
    await add({ number: "3030", owner: owner.userId });
    const { shortcodes, pagination } = await list();
    expect(shortcodes).toMatchObject([
      { number: "552", owner: null, isTemplateSender: false },
      { number: "2190", owner: null, isTemplateSender: true },
      { number: "3030", owner: { accountId: owner.accountId, email: owner.userId }, active: true },
    ]);
    expect(pagination).toMatchObject({ totalRecords: 3 });
    expect((await list({ limit: "2", page: "2" })).shortcodes).toMatchObject([{ number: "3030" }]);
    const ordered = async (order: string) =>
      (await list({ limit: "2", order })).shortcodes.map(({ number }) => number);
    expect(await ordered("number")).toEqual(["2190", "3030"]);
    expect(await ordered("-number")).toEqual(["552", "3030"]);
  });

  it("are added for everybody or for one account, which alone may send from its own", async () => {
    await add({ number: "3030", owner: owner.userId.toUpperCase() });
    await add({ number: "4040" });
    expect([await sent(owner, "3030"), await sent(owner, "4040")]).toEqual([200, 200]);
    const other = await testAccount();
    expect([await sent(other, "3030"), await sent(other, "4040")]).toEqual([403, 200]);
    expect(await changesOf(owner)).toEqual([{ change: "added", number: "3030" }]);
    expect(await changesOf(administrator)).toEqual([{ change: "added", number: "4040" }]);
  });

  test.each([
    [{ number: "552" }, 409],
    [{ number: "12" }, 400],
    [{ number: "SHOP" }, 400],
    [{ number: "3030", owner: "nobody@example.com" }, 404],
  ])("are not added as %j", async (json, status) => {
    expect(await administer(POST, json)).toMatchObject({ status });
    expect((await list()).shortcodes).toHaveLength(2);
  });

  it("are used no more once they are out of use, and again when they are back", async () => {
    const { id } = await add({ number: "3030", owner: owner.userId });
    await administer(activate, { id, active: false });
    expect(await sent(owner, "3030")).toBe(403);
    await administer(activate, { id, active: false });
    await administer(activate, { id, active: true });
    expect(await sent(owner, "3030")).toBe(200);
    const changes = (await changesOf(owner)).map((details) => (details as { change: string }).change);
    expect(changes).toEqual(["added", "deactivated", "activated"]);
  });

  it("are never all taken away from everybody", async () => {
    const only = await idOf("2190");
    expect(await administer(activate, { id: only, active: false })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("template sender") },
    });
    expect(await administer(give, { id: only, owner: owner.userId })).toMatchObject({ status: 409 });
  });

  it("are never all taken away by two at once", async () => {
    await db().prisma.shortcode.updateMany({ data: { isTemplateSender: false } });
    const ids = [await idOf("552"), await idOf("2190")];
    const actor = { accountId: administrator.accountId, address: "203.0.113.7" };
    for (let round = 0; round < 10; round++) {
      await db().prisma.shortcode.updateMany({ data: { active: true } });
      const both = await Promise.allSettled(
        ids.map((id) => setShortcodeActive(db(), { id, active: false }, actor, new Date())),
      );
      expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    }
    expect(await sent(owner)).toBe(200);
  });

  it("go from everybody to one account, from one to another, and back", async () => {
    const { id } = await add({ number: "3030" });
    const other = await testAccount();
    await administer(give, { id, owner: owner.userId });
    expect([await sent(owner, "3030"), await sent(other, "3030")]).toEqual([200, 403]);
    await administer(give, { id, owner: other.userId });
    expect([await sent(owner, "3030"), await sent(other, "3030")]).toEqual([403, 200]);
    await administer(give, { id });
    expect([await sent(owner, "3030"), await sent(other, "3030")]).toEqual([200, 200]);
    expect(await changesOf(owner)).toEqual([
      { change: "given", number: "3030" },
      { change: "taken away", number: "3030" },
    ]);
    expect(await administer(give, { id, owner: "nobody@example.com" })).toMatchObject({ status: 404 });
  });

  it("have one among them for templates, shared and in use", async () => {
    const own = await add({ number: "3030", owner: owner.userId });
    const shared = await add({ number: "4040" });
    expect(await administer(choose, { id: own.id })).toMatchObject({ status: 409 });
    expect(await administer(choose, { id: 999_999 })).toMatchObject({ status: 404 });
    expect((await administer(choose, { id: shared.id })).status).toBe(200);
    const chosen = (await list()).shortcodes.filter(({ isTemplateSender }) => isTemplateSender);
    expect(chosen).toMatchObject([{ number: "4040" }]);
    expect((await administer(activate, { id: await idOf("2190"), active: false })).status).toBe(200);
    expect(await administer(choose, { id: await idOf("2190") })).toMatchObject({ status: 409 });
  });
});

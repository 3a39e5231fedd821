import { describe, expect, it } from "vitest";
import type { BulkSend } from "@/lib/contracts/members/messages";
import type { SendSummary } from "@/lib/contracts/members/send";
import { listSendsOperation, type SendRecord, type SendsPage } from "@/lib/contracts/members/sending/sends";
import { db } from "@/lib/db/client";
import { cancelSend } from "@/lib/messages/cancel/cancel-send";
import { noteOutcomesStatement, sendsStatement } from "@/lib/messages/sends/list-sends.sql";
import { useTestDatabase } from "@/tests/support/database/database";
import { scansOf } from "@/tests/support/database/plans";
import { ask } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import "@/tests/support/server/send";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET: readSend } = handlersOf("/api/members/messages/send");
const { POST: send } = handlersOf("/api/members/send");
const { POST: nameSend } = handlersOf("/api/members/sends/name");
const { GET: list } = handlersOf("/api/members/sends");

useTestDatabase();

let keys = 0;
const TO = ["64211110001", "64211110002", "64211110003"];

async function sent(account: TestAccount, given: object): Promise<SendSummary & { sendId: string }> {
  const key = `test-key-of-a-sends-list-${++keys}`;
  const json = { to: TO, body: "Kia ora", messageClass: "transactional", key, ...given };
  const called = await ask<SendSummary>(send, account, { json });
  expect(called).toMatchObject({ status: 200 });
  return { ...called.body, sendId: called.body.sendId ?? "" };
}

async function listed(account: TestAccount, query: Record<string, string> = {}): Promise<SendRecord[]> {
  const { status, body } = await ask<SendsPage>(list, account, { query });
  expect([status, body]).toEqual([200, listSendsOperation.response.parse(body)]);
  expect(body.total).toEqual({ count: body.sends.length, isMore: false });
  return body.sends;
}

const nameOf = async (account: TestAccount, id: string) =>
  (await ask<BulkSend>(readSend, account, { query: { id } })).body.name;

describe("the list of sends", () => {
  it("has an account's sends with their names, newest first, and a single message that was named", async () => {
    const [account, stranger] = [await testAccount(), await testAccount()];
    const key = "test-key-of-a-named-send";
    const first = await sent(account, { name: "  Spring sale ", key });
    const unnamed = await sent(account, {});
    const single = await sent(account, { to: TO.slice(0, 1), name: "Autumn SALE" });
    expect((await sent(account, { to: TO.slice(0, 1) })).sendId).toBe("");
    await sent(account, { sandbox: true, name: "Test" });
    expect((await sent(account, { name: "Again", key })).sendId).toBe(first.sendId);

    const rows = await listed(account);
    expect(rows.map(({ id, name, total }) => [id, name, total])).toEqual([
      [single.sendId, "Autumn SALE", 1],
      [unnamed.sendId, null, 3],
      [first.sendId, "Spring sale", 3],
    ]);
    expect(rows[2]).toMatchObject({ delivered: 0, failed: 0, cancelled: 0, waiting: 3, price: first.price });
    expect((await listed(account, { name: "sale" })).map(({ id }) => id)).toEqual([
      single.sendId,
      first.sendId,
    ]);
    expect(await listed(account, { name: "s_le" })).toEqual([]);
    expect(await listed(stranger)).toEqual([]);
  });

  it("goes by cursors", async () => {
    const account = await testAccount();
    const ids: string[] = [];
    for (let many = 0; many < 3; many++) ids.unshift((await sent(account, { name: `No. ${many}` })).sendId);
    type Page = { sends: SendRecord[]; newer: string | null; older: string | null };
    const page = async (query: Record<string, string>) =>
      (await ask<Page>(list, account, { query: { limit: "2", ...query } })).body;
    const newest = await page({});
    const oldest = await page({ before: newest.older ?? "" });
    expect([newest, oldest].map(({ sends }) => sends.map(({ id }) => id))).toEqual([
      ids.slice(0, 2),
      ids.slice(2),
    ]);
    expect((await page({ after: oldest.newer ?? "" })).sends).toEqual(newest.sends);
  });

  it("notes what became of a send once all of it is over, and counts it no more", async () => {
    const account = await testAccount();
    const { sendId } = await sent(account, { sendAt: "2026-12-24 09:00:00" });
    const where = { accountId: account.accountId, id: { gte: sendId } };
    const messages = await db().prisma.message.findMany({ where, orderBy: { id: "asc" } });
    expect(await listed(account)).toMatchObject([{ waiting: 3, sendAt: "2026-12-24 09:00:00" }]);
    const noted = () => db().prisma.bulkSend.findUniqueOrThrow({ where: { id: sendId } });
    const end = (index: number, status: "DELIVRD" | "UNDELIV" | "PENDING") =>
      db().prisma.message.update({ where: { id: messages[index]?.id ?? "" }, data: { status } });
    await end(0, "DELIVRD");
    await end(1, "UNDELIV");
    expect(await listed(account)).toMatchObject([{ delivered: 1, failed: 1, waiting: 1, price: "0.345" }]);
    expect(await noted()).toMatchObject({ delivered: null, priceMicros: null });
    await db().transaction((tx) => cancelSend(tx, account.accountId, sendId, new Date()));
    const over = { delivered: 1, failed: 1, cancelled: 1, waiting: 0, price: "0.23" };
    expect(await listed(account)).toMatchObject([over]);
    expect(await noted()).toMatchObject({ delivered: 1, failed: 1, cancelled: 1, priceMicros: 230_000n });
    await end(0, "PENDING");
    expect(await listed(account)).toMatchObject([over]);
  });

  it("looks rows up by their indexes", async () => {
    const { accountId } = await testAccount();
    const asked = { name: "sale", limit: 25 };
    const stretch = { place: null, direction: "older", limit: 26 } as const;
    const outcome = { id: crypto.randomUUID(), delivered: 1, failed: 0, cancelled: 0, priceMicros: 1n };
    for (const statement of [sendsStatement(accountId, asked, stretch), noteOutcomesStatement([outcome])])
      for (const { table, by } of await scansOf(db(), statement))
        expect([table, by]).toEqual([table, expect.stringContaining(" = ")]);
  });
});

describe("a send's name", () => {
  it("is changed or taken away by its account alone, and the activity tells", async () => {
    const [account, stranger] = [await testAccount(), await testAccount()];
    const { sendId: id } = await sent(account, { name: "Old" });
    expect(await ask(nameSend, stranger, { json: { id, name: "Mine" } })).toMatchObject({ status: 404 });
    expect(await ask(nameSend, account, { json: { id: "all", name: "Mine" } })).toMatchObject({
      status: 404,
    });
    expect(await nameOf(account, id)).toBe("Old");
    expect(await ask(nameSend, account, { json: { id, name: "Ngā mihi 🎉" } })).toMatchObject({
      status: 200,
    });
    expect(await nameOf(account, id)).toBe("Ngā mihi 🎉");
    expect(await ask(nameSend, account, { json: { id } })).toMatchObject({ status: 200 });
    expect(await nameOf(account, id)).toBeNull();
    const lines = await db().prisma.activity.findMany({
      where: { accountId: account.accountId, action: "send_named" },
      orderBy: { id: "asc" },
    });
    expect(lines).toMatchObject([
      { action: "send_named", details: { send: id, name: "Ngā mihi 🎉" } },
      { action: "send_named", details: { send: id, name: null } },
    ]);
  });

  it.each([
    ["of more than 80 characters", "n".repeat(81)],
    ["with a control character", "Sale\u0007"],
    ["with a line break", "Spring\nsale"],
    ["that turns the text behind it", "Sale \u202egnirps"],
    ["with an isolate", "Sale \u2066x"],
    ["of spaces alone", "   "],
  ])("is refused: one %s", async (_, name) => {
    const account = await testAccount();
    const { sendId: id } = await sent(account, { name: "é".repeat(80) });
    expect(await ask(nameSend, account, { json: { id, name } })).toMatchObject({ status: 400 });
    const json = {
      to: TO,
      body: "Kia ora",
      messageClass: "transactional",
      key: "test-key-of-no-send-at-all",
      name,
    };
    expect(await ask(send, account, { json })).toMatchObject({ status: 400 });
    expect(await nameOf(account, id)).toBe("é".repeat(80));
  });
});

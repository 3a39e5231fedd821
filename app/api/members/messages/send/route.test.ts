import { beforeEach, expect, it, vi } from "vitest";
import { type BulkSend, readBulkSendOperation } from "@/lib/contracts/members/messages";
import type { SendSummary } from "@/lib/contracts/members/send";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { countStatement } from "@/lib/messages/query/count-messages.sql";
import { listStatement } from "@/lib/messages/query/list-messages.sql";
import { sendFactsStatement, sendGroupsStatement } from "@/lib/messages/sends/read-send.sql";
import { useTestDatabase } from "@/tests/support/database/database";
import { scansOf } from "@/tests/support/database/plans";
import { ask } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import "@/tests/support/server/send";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET: count } = handlersOf("/api/members/messages/count");
const { GET: list } = handlersOf("/api/members/messages");
const { GET: readSend } = handlersOf("/api/members/messages/send");
const { POST: send } = handlersOf("/api/members/send");

useTestDatabase();

const NOON = new Date("2026-11-20T23:00:00Z");
const BEFORE = new Date(NOON.getTime() - 1);

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOON }));

let keys = 0;
const newKey = () => `test-key-of-a-send-${++keys}`;

async function sent(account: TestAccount, given: { to: string[]; key?: string }): Promise<SendSummary> {
  const json = { body: "Kia ora", messageClass: "transactional", key: newKey(), ...given };
  const called = await ask<SendSummary>(send, account, { json });
  expect(called).toMatchObject({ status: 200 });
  return called.body;
}

it("a bulk send is found again as a whole: its messages and no others, and how far they are", async () => {
  const [account, stranger] = [await testAccount(), await testAccount()];
  const to = ["64211110001", "64211110002", "64211110003", "not a number"];
  await sent(account, { to: to.slice(0, 2) });
  const given = { to, key: newKey() };
  const { sendId, messageId } = await sent(account, given);
  expect(messageId).toBeNull();
  await sent(account, { to: to.slice(1, 3) });
  expect((await sent(account, given)).sendId).toBe(sendId);
  expect(await db().prisma.bulkSend.count({ where: { accountId: account.accountId } })).toBe(3);

  const listed = async (query: Record<string, string>, by = account) => {
    const { status, body } = await ask<{ messages: { to: string }[] }>(list, by, { query });
    expect(status).toBe(200);
    return body.messages.map((message) => message.to);
  };
  const id = sendId ?? "";
  expect(await listed({ send: id })).toEqual(to.slice(0, 3).reverse());
  const { body: page } = await ask<{ older: string }>(list, account, { query: { send: id, limit: "2" } });
  expect(await listed({ send: id, before: page.older })).toEqual(to.slice(0, 1));
  expect(await listed({ send: id, search: "021 111 0002" })).toEqual([to[1]]);
  expect(await listed({ send: id }, stranger)).toEqual([]);

  const where = { accountId: account.accountId, id: { gte: id }, msisdn: { in: to.slice(0, 2) } };
  const [delivered, failed] = await db().prisma.message.findMany({
    where,
    orderBy: { id: "asc" },
    take: 2,
  });
  for (const [message, status] of [
    [delivered, "DELIVRD"],
    [failed, "UNDELIV"],
  ] as const)
    await db().prisma.message.update({
      where: { id: message?.id ?? "" },
      data: { status, statusAt: NOON },
    });
  expect(await listed({ send: id, status: "UNDELIV" })).toEqual([failed?.msisdn]);
  const totals = await ask<BulkSend>(readSend, account, { query: { id } });
  expect(totals.body).toEqual(readBulkSendOperation.response.parse(totals.body));
  expect(totals.body).toMatchObject({ total: 3, delivered: 1, failed: 1, waiting: 1 });
  expect(await ask(readSend, stranger, { query: { id } })).toMatchObject({ status: 404 });
  expect(await ask(readSend, account, { query: { id: "all" } })).toMatchObject({ status: 404 });
  expect(await ask(list, account, { query: { send: "all" } })).toMatchObject({ status: 400 });

  const stretch = { place: null, direction: "older", limit: 26 } as const;
  const scans = await scansOf(
    db(),
    listStatement({
      columns: sql`m.id`,
      accountId: account.accountId,
      filter: { send: id },
      stretch,
      now: NOON,
    }),
  );
  for (const { table, by } of scans) expect([table, by]).toEqual([table, expect.stringContaining(" = ")]);
});

it("tells why messages failed, who answered and what it cost, and each leads to its messages", async () => {
  const account = await testAccount();
  const { accountId } = account;
  const to = ["64211110011", "64211110012", "64211110013", "64211110014", "64211110015", "64211110016"];
  const blockedAt = new Date(Date.now() + 1000);
  const blocked = { accountId, keyword: "STOP", shortcode: "552" };
  await db().prisma.blockedNumber.create({ data: { ...blocked, msisdn: to[5] ?? "", blockedAt: BEFORE } });
  const { sendId } = await sent(account, { to });
  const id = sendId ?? "";
  const where = { accountId, id: { gte: id } };
  const messages = await db().prisma.message.findMany({ where, orderBy: { id: "asc" } });
  const idOf = (index: number) => messages[index]?.id ?? "";
  const end = (index: number, status: "DELIVRD" | "UNDELIV") =>
    db().prisma.message.update({ where: { id: idOf(index) }, data: { status, statusAt: NOON } });
  const report = (index: number, errorCode: string, receivedAt = NOON) =>
    db().prisma.deliveryReport.create({
      data: {
        id: newId(),
        messageId: idOf(index),
        reportKey: newId(),
        status: "UNDELIV",
        statusCode: 2,
        reportedAt: receivedAt,
        receivedAt,
        errorCode,
      },
    });
  for (const index of [0, 1, 2]) await end(index, "UNDELIV");
  await report(0, "027");
  await report(1, "001", BEFORE);
  await report(1, "027");
  await report(2, "000");
  await end(3, "DELIVRD");
  const inbound = { accountId, msisdn: to[3] ?? "", shortcode: "552", encoding: "GSM7" as const };
  for (const body of ["Thanks", "STOP"])
    await db().prisma.inboundMessage.create({
      data: {
        ...inbound,
        id: newId(),
        body,
        receivedAt: blockedAt,
        relatedMessageId: idOf(3),
        carrier: "simulator",
        carrierReference: newId(),
      },
    });
  await db().prisma.blockedNumber.create({ data: { ...blocked, msisdn: to[3] ?? "", blockedAt } });
  const byHand = { ...blocked, keyword: "MANUAL", msisdn: to[4] ?? "", blockedAt };
  await db().prisma.blockedNumber.create({ data: byHand });

  const { body } = await ask<BulkSend>(readSend, account, { query: { id } });
  expect(body).toEqual(readBulkSendOperation.response.parse(body));
  expect(body).toMatchObject({
    replied: 1,
    optedOut: 1,
    price: "0.69",
    refunded: "0.00",
    failed: 4,
    waiting: 1,
  });
  expect(body.states).toEqual([
    { state: "UNDELIV", count: 3 },
    { state: "BLOCKED", count: 1 },
    { state: "DELIVRD", count: 1 },
    { state: "PENDING", count: 1 },
  ]);
  const off = "The phone is off or out of reach.";
  expect(body.failures).toEqual([
    { state: "UNDELIV", reason: null, error: "027", cause: off, count: 2 },
    { state: "BLOCKED", reason: "unsubscribed", error: null, cause: null, count: 1 },
    { state: "UNDELIV", reason: null, error: null, cause: null, count: 1 },
  ]);

  const found = async (outcome: string) => {
    const query = { send: id, outcome };
    const { body: page } = await ask<{ messages: { to: string }[] }>(list, account, { query });
    const { body: counted } = await ask<{ count: number }>(count, account, { query });
    expect(counted.count).toBe(page.messages.length);
    return page.messages.map((message) => message.to);
  };
  expect(await found("error:027")).toEqual([to[1], to[0]]);
  expect(await found("error:001")).toEqual([]);
  expect(await found("no_error")).toEqual([to[2]]);
  expect(await found("unsubscribed")).toEqual([to[5]]);
  expect(await found("invalid_number")).toEqual([]);
  expect(await found("replied")).toEqual([to[3]]);
  expect(await found("opted_out")).toEqual([to[3]]);
  const wrong = { query: { send: id, outcome: "anything" } };
  expect(await ask(list, account, wrong)).toMatchObject({ status: 400 });

  const stretch = { place: null, direction: "older", limit: 26 } as const;
  const filters = ["replied", "opted_out", "no_error", "error:027"].map((outcome) => ({ send: id, outcome }));
  const statements = [
    sendFactsStatement(accountId, id),
    sendGroupsStatement(accountId, id, NOON),
    ...filters.map((filter) => countStatement(accountId, filter, NOON)),
    ...filters.map((filter) => listStatement({ columns: sql`m.id`, accountId, filter, stretch, now: NOON })),
  ];
  for (const statement of statements)
    for (const { table, by } of await scansOf(db(), statement))
      expect([table, by]).toEqual([table, expect.stringContaining(" = ")]);
});

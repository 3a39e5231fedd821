import { expect, it } from "vitest";
import { GET as list } from "@/app/api/members/messages/route";
import { GET as readSend } from "@/app/api/members/messages/send/route";
import { POST as send } from "@/app/api/members/send/route";
import { type BulkSend, readBulkSendOperation } from "@/lib/contracts/members/messages";
import type { SendSummary } from "@/lib/contracts/members/send";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { listStatement } from "@/lib/messages/query/list-messages.sql";
import { useTestDatabase } from "@/tests/support/database/database";
import { scansOf } from "@/tests/support/database/plans";
import { ask } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import "@/tests/support/server/send";

useTestDatabase();

const NOON = new Date("2026-11-20T23:00:00Z");

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

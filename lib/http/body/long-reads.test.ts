import { expect, it } from "vitest";
import { POST as billing } from "@/app/gateway/billing/query/route";
import { POST as inbound } from "@/app/gateway/mo/query/route";
import { POST as balance } from "@/app/gateway/sms/balance/route";
import { POST as status } from "@/app/gateway/sms/status/query/route";
import { POST as unsubscribes } from "@/app/gateway/unsubscribes/query/route";
import { db } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";
import { useTestDatabase } from "@/tests/support/database/database";
import { someoneWaits } from "@/tests/support/database/lock-waits";
import { call, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

/** Counts the statements that wait for a lock. */
async function waiting(): Promise<number> {
  const statement = sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await db().query(statement)).length;
}

/** Runs work while a lock keeps all others from reading a table. */
function whileLocked(lock: Sql, work: () => Promise<void>): Promise<void> {
  return db().transaction(async (tx) => {
    await tx.query(lock);
    await work();
  });
}

it.each([
  ["messages in", inbound, sql`lock table inbound_messages in access exclusive mode`, {}],
  ["blocked numbers", unsubscribes, sql`lock table blocked_numbers in access exclusive mode`, {}],
  ["transactions", billing, sql`lock table billing_days in access exclusive mode`, { detail: 1 }],
  ["messages", status, sql`lock table messages in access exclusive mode`, {}],
])("reads the list of %s by one connection for an account", async (_, list, lock, parameters) => {
  const { userId, password } = await testAccount();
  const ask = async (page: number) =>
    (await call(list, { json: { userId, password, page, ...parameters } })).status;
  expect(await ask(1)).toBe(200);
  let asked: Promise<number>[] = [];
  await whileLocked(lock, async () => {
    asked = [1, 2, 3, 4, 5].map(ask);
    await someoneWaits();
    // The account's requests have their turns in the order in which they came: a second list would be waiting by now.
    expect((await call(balance, { json: { userId, password } })).status).toBe(200);
    expect(await waiting()).toBe(1);
  });
  expect(await Promise.all(asked)).toEqual([200, 200, 200, 200, 200]);
});

it("asks for the status of single messages beside a list", async () => {
  const { userId, password } = await testAccount();
  const ask = async (of: object) => (await call(status, { json: { userId, password, ...of } })).status;
  expect(await ask({ page: 1 })).toBe(200);
  let asked: Promise<number>[] = [];
  await whileLocked(sql`lock table messages in access exclusive mode`, async () => {
    asked = [ask({ page: 1 }), ask({ page: 2 }), ask({ messageId: "my own" })];
    await expect.poll(waiting).toBe(2);
  });
  expect(await Promise.all(asked)).toEqual([200, 200, 200]);
});

import { beforeEach, expect, it, test } from "vitest";
import { type Figures, readFigures } from "@/lib/contracts/admin/figures";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { accept } from "@/lib/messages/accept/accept";
import { nzDate } from "@/lib/sms/nz-time";
import { cancelNow } from "@/tests/support/database/cancel-now";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { newMobile } from "@/tests/support/inbound";
import { ask } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET: exported } = handlersOf("/api/admin/figures/export");
const { GET } = handlersOf("/api/admin/figures");

useTestDatabase({ each: true });

let boss: TestAccount;
let shop: TestAccount;
beforeEach(async () => {
  boss = await testAccount({ admin: true });
  shop = await testAccount({ name: "=Shop" });
});

async function figures(query: Record<string, string>): Promise<Figures> {
  const { status, body } = await ask<Figures>(GET, boss, { query });
  expect([status, body]).toEqual([200, readFigures.response.parse(body)]);
  return body;
}

/**
 * Accepts a number of messages of an account at a time. Messages of several parts are held. Returns the ids.
 */
async function send({ accountId }: TestAccount, at: string, count = 1, parts = 1): Promise<string[]> {
  const items = Array.from({ length: count }, () => testItem({ msisdn: newMobile() }));
  const held = parts > 1 ? ["one.co.nz"] : [];
  await accept(db(), [testSubmission(accountId, { items, parts, heldHosts: held })], new Date(at), () => "");
  return items.map(({ id }) => id);
}

const cost = ({ accountId }: TestAccount, day: string, costMicros: bigint) =>
  db().prisma.carrierDay.create({
    data: {
      day: new Date(day),
      carrier: "north",
      accountId,
      shard: 0,
      messages: 1n,
      netMicros: 1n,
      costMicros,
    },
  });

/** Inserts a lookup's charge into the ledger, and updates the balance. */
async function lookup({ accountId }: TestAccount, at: string): Promise<void> {
  await db().query(sql`
    with charged as (update accounts set balance_micros = balance_micros - 23000 where id = ${accountId})
    insert into ledger_entries (id, account_id, kind, amount_micros, net_micros, gst_micros, created_at)
    values (${newId()}::uuid, ${accountId}, 'lookup', -23000, 20000, 3000, ${new Date(at)})`);
}

const byPeriod = ({ periods }: Figures) =>
  periods
    .filter(({ messages }) => messages > 0)
    .map(({ start, messages, charged }) => [start, messages, charged]);

it("sums by New Zealand day over midnight, and agrees with the ledger", async () => {
  // Midnight in New Zealand is 11:00 UTC in summer.
  await send(shop, "2026-11-20T10:59:59Z", 2);
  const [refunded = ""] = await send(shop, "2026-11-20T11:00:00Z", 3, 2);
  await lookup(shop, "2026-11-20T11:00:01Z");
  await send(boss, "2026-11-21T10:59:59Z");
  await cancelNow({ accountId: shop.accountId, ids: [refunded] }, new Date("2026-11-21T11:00:00Z"));
  await cost(shop, "2026-11-21", 90_000n);
  const all = await figures({ start: "2026-11-20", end: "2026-11-22" });
  const zero = { messages: 0, parts: 0, charged: "0.00", refunded: "0.00", cost: "0.00", margin: "0.00" };
  expect(all.periods).toEqual([
    {
      ...zero,
      start: "2026-11-20",
      end: "2026-11-20",
      messages: 2,
      parts: 2,
      charged: "0.20",
      margin: "0.20",
    },
    {
      ...zero,
      start: "2026-11-21",
      end: "2026-11-21",
      messages: 3,
      parts: 5,
      charged: "0.32",
      cost: "0.09",
      margin: "0.23",
    },
    { ...zero, start: "2026-11-22", end: "2026-11-22", refunded: "0.10" },
  ]);
  expect(all.total).toEqual({
    messages: 5,
    parts: 7,
    charged: "0.52",
    refunded: "0.10",
    cost: "0.09",
    margin: "0.43",
  });
  const [books] = await db().query<{ net: bigint }>(sql`
    select sum(case kind when 'reversal' then -net_micros else net_micros end)::bigint as net from ledger_entries
    where kind in ('deduction', 'lookup', 'reversal')`);
  expect(books?.net).toBe(520_000n);
  expect(all.accounts.map(({ id, charged }) => [id, charged])).toEqual([
    [shop.accountId, "0.42"],
    [boss.accountId, "0.10"],
  ]);
});

test.each([
  // The clock moves forward on 27 September 2026, a day of 23 hours, and back on 5 April, a day of 25 hours.
  ["2026-09-27", "2026-09-26T12:00:00Z", "2026-09-27T10:59:59.999Z"],
  ["2026-04-05", "2026-04-04T11:00:00Z", "2026-04-05T11:59:59.999Z"],
])("counts all of %s, when the clock changes", async (day, first, last) => {
  await send(shop, new Date(Date.parse(first) - 1).toISOString());
  for (const at of [first, last]) {
    await send(shop, at);
    await lookup(shop, at);
  }
  await send(shop, new Date(Date.parse(last) + 1).toISOString());
  await lookup(shop, new Date(Date.parse(last) + 1).toISOString());
  const { periods, before } = await figures({ start: day, end: day });
  expect(periods).toMatchObject([{ start: day, messages: 2, charged: "0.24" }]);
  expect(before).toMatchObject({ messages: 1, charged: "0.10" });
});

it("sums by week from Monday and by month, with the days that were asked for", async () => {
  for (const day of ["2026-10-31", "2026-11-01", "2026-11-02", "2026-11-30", "2026-12-01"])
    await send(shop, `${day}T00:00:00Z`);
  const asked = { start: "2026-10-31", end: "2026-12-01" };
  expect(byPeriod(await figures({ ...asked, by: "week" }))).toEqual([
    ["2026-10-31", 2, "0.20"],
    ["2026-11-02", 1, "0.10"],
    ["2026-11-30", 2, "0.20"],
  ]);
  const months = await figures({ ...asked, by: "month" });
  expect(months.periods.map(({ start, end, messages }) => [start, end, messages])).toEqual([
    ["2026-10-31", "2026-10-31", 1],
    ["2026-11-01", "2026-11-30", 3],
    ["2026-12-01", "2026-12-01", 1],
  ]);
});

it("compares with as many days before, of one account where one is asked for", async () => {
  await send(shop, "2026-10-31T00:00:00Z", 4);
  await send(shop, "2026-11-01T00:00:00Z", 3);
  await send(boss, "2026-11-01T00:00:00Z", 2);
  await send(shop, "2026-11-03T00:00:00Z", 1);
  const asked = { start: "2026-11-03", end: "2026-11-04" };
  expect(await figures(asked)).toMatchObject({
    total: { messages: 1 },
    before: { start: "2026-11-01", end: "2026-11-02", messages: 5 },
  });
  const one = await figures({ ...asked, account: String(shop.accountId) });
  expect(one).toMatchObject({ account: { id: shop.accountId, name: "=Shop" }, before: { messages: 3 } });
  expect(one.accounts).toHaveLength(1);
  expect(await ask(GET, boss, { query: { account: "999999" } })).toMatchObject({ status: 404 });
});

it("has the last 30 days where none are asked for, and nothing where nothing was sent", async () => {
  const empty = await figures({});
  const today = nzDate(new Date());
  expect(empty).toMatchObject({ end: today, today, by: "day", account: null, accounts: [], isMore: false });
  expect(empty.periods).toHaveLength(30);
});

it("is a file by period and account, which no spreadsheet takes for formulas", async () => {
  await send(shop, "2026-11-01T00:00:00Z", 2);
  await send(boss, "2026-11-02T00:00:00Z");
  const query = { start: "2026-11-01", end: "2026-11-02" };
  const { text, headers } = await ask(exported, boss, { query });
  expect(headers.get("content-disposition")).toBe(
    'attachment; filename="figures-2026-11-01-to-2026-11-02.csv"',
  );
  expect(text.trim().split("\r\n").slice(1)).toEqual([
    `2026-11-01,2026-11-01,${shop.accountId},'=Shop,2,2,0.2,0,0,0.2`,
    `2026-11-02,2026-11-02,${boss.accountId},A test,1,1,0.1,0,0,0.1`,
  ]);
});

test.each([
  [{ start: "2026-11-02", end: "2026-11-01" }],
  [{ start: "2025-11-01", end: "2026-11-02" }],
  [{ start: "2026-02-30" }],
  [{ start: "2026-11-01 10:00:00" }],
  [{ by: "year" }],
  [{ account: "x" }],
])("refuses %j", async (query: Record<string, string>) => {
  expect(await ask(GET, boss, { query })).toMatchObject({ status: 400 });
  expect(await ask(exported, boss, { query })).toMatchObject({ status: 400 });
});

it("takes 366 days, and is an administrator's alone", async () => {
  const year = { start: "2025-11-01", end: "2026-11-01" };
  expect((await figures({ ...year, by: "month" })).periods).toHaveLength(13);
  for (const handler of [GET, exported])
    expect(await ask(handler, shop, { query: year })).toMatchObject({ status: 403 });
});

it("is read by an index", async () => {
  const { figuresStatement } = await import("@/lib/billing/figures/figures.sql");
  const range = {
    since: "2024-10-31",
    firstDay: "2025-11-01",
    lastDay: "2026-11-01",
    start: new Date("2024-10-30T11:00:00Z"),
    end: new Date("2026-11-01T11:00:00Z"),
  };
  for (const accountId of [null, shop.accountId]) {
    const { text, values } = figuresStatement({ ...range, accountId }, "week", 50);
    const plan = await db().query<{ "QUERY PLAN": string }>({ text: `explain ${text}`, values });
    const lines = plan.map((row) => row["QUERY PLAN"]).join("\n");
    expect(lines).toContain("ledger_entries_other_idx");
    expect(lines).not.toMatch(/Seq Scan on (billing_days|ledger_entries|carrier_days|messages)/);
    expect(lines).not.toContain("messages_");
  }
});

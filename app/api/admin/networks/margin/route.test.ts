import { beforeEach, expect, it } from "vitest";
import { readMargin } from "@/lib/contracts/admin/margin";
import { db } from "@/lib/db/client";
import { nzDate } from "@/lib/sms/nz-time";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET: exported } = handlersOf("/api/admin/networks/margin/export");
const { GET } = handlersOf("/api/admin/networks/margin");

useTestDatabase({ each: true });

let boss: TestAccount;
let shop: TestAccount;
beforeEach(async () => {
  [boss, shop] = [await testAccount({ admin: true }), await testAccount({ name: "=Shop" })];
});

async function margin(query: Record<string, string> = {}) {
  const { status, body } = await ask(GET, boss, { query });
  expect([status, body]).toEqual([200, readMargin.response.parse(body)]);
  return body;
}

/** Inserts a day's figures in two rows, which share the sum. */
async function sums(
  day: string,
  carrier: string,
  { accountId }: TestAccount,
  [net = 0n, cost = 0n]: bigint[],
) {
  const half = { day: new Date(day), carrier, accountId, netMicros: net / 2n, costMicros: cost / 2n };
  await db().prisma.carrierDay.createMany({
    data: [
      { ...half, shard: 0, messages: 1n },
      { ...half, shard: 1, messages: 2n },
    ],
  });
}

it("is empty where no network has taken anything", async () => {
  const month = nzDate(new Date()).slice(0, 7);
  expect(await margin()).toEqual({
    month,
    firstMonth: month,
    thisMonth: month,
    networks: [],
    accounts: [],
    isMore: false,
    cells: [],
    awayCells: [],
  });
});

it("sums a month by network and by account, those accounts first of which the least is left", async () => {
  await sums("2026-10-31", "north", shop, [9_000_000n, 9_000_000n]);
  await sums("2026-11-01", "north", shop, [300_000n, 60_000n]);
  await sums("2026-11-30", "south", shop, [100_000n, 500_000n]);
  await sums("2026-11-30", "south", boss, [200_000n, 100_000n]);
  expect(await margin({ month: "2026-11" })).toMatchObject({
    month: "2026-11",
    firstMonth: "2026-10",
    isMore: false,
    networks: [
      { name: "north", messages: 3, billed: "0.30", cost: "0.06", margin: "0.24" },
      { name: "south", messages: 6, billed: "0.30", cost: "0.60", margin: "-0.30" },
    ],
    accounts: [
      { id: shop.accountId, name: "=Shop", messages: 6, billed: "0.40", cost: "0.56", margin: "-0.16" },
      { id: boss.accountId, messages: 3, billed: "0.20", cost: "0.10", margin: "0.10" },
    ],
  });
  const { text, headers } = await ask(exported, boss, { query: { month: "2026-11" } });
  expect(headers.get("content-disposition")).toBe('attachment; filename="margin-2026-11.csv"');
  const [first, second, ...others] = text.trim().split("\r\n").slice(1);
  expect(others).toHaveLength(1);
  expect([first, second?.split(",").slice(3)]).toEqual([
    `north,${shop.accountId},'=Shop,3,0.3,0.06,0.24`,
    expect.arrayContaining(["3"]),
  ]);
});

it("is an administrator's alone, and of months", async () => {
  expect(await ask(GET, shop, { query: {} })).toMatchObject({ status: 403 });
  expect(await ask(exported, shop, { query: { month: "2026-11" } })).toMatchObject({ status: 403 });
  expect(await ask(GET, boss, { query: { month: "2026-13" } })).toMatchObject({ status: 400 });
});

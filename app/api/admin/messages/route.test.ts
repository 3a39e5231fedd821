import { beforeEach, expect, it } from "vitest";
import { readAnyMessage, searchAllMessages } from "@/lib/contracts/admin/messages";
import type { SearchResults } from "@/lib/contracts/members/search";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { allMessagesStatement, searchedSinceStatement } from "@/lib/messages/search/all-messages.sql";
import { readSearch } from "@/lib/messages/search/search-terms";
import { useTestDatabase } from "@/tests/support/database/database";
import { scansOf } from "@/tests/support/database/plans";
import { sentMessage } from "@/tests/support/inbound";
import { ask } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET: one } = handlersOf("/api/admin/messages/one");
const { GET } = handlersOf("/api/admin/messages");
const { GET: find } = handlersOf("/api/members/search");

useTestDatabase({ each: true });

let boss: TestAccount;
let shop: TestAccount;
let cafe: TestAccount;
let [order, table, late] = ["", "", ""];
beforeEach(async () => {
  boss = await testAccount({ admin: true });
  shop = await testAccount({ name: "Shop" });
  cafe = await testAccount({ name: "Cafe" });
  order = await sent(shop, "64215551781", 3, "Your order 7 is ready", "order-7");
  table = await sent(cafe, "64215551781", 2, "Your table is ready");
  late = await sent(cafe, "61412345678", 1, "We are 100% late");
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const sent = (from: TestAccount, to: string, minutes: number, body: string, reference?: string) =>
  sentMessage(from.accountId, to, minutesAgo(minutes), {
    body,
    ...(reference ? { customerMessageId: reference } : {}),
  });

async function search(query: Record<string, string>) {
  const { status, body } = await ask(GET, boss, { query });
  expect([status, body]).toEqual([200, searchAllMessages.response.parse(body)]);
  return body as { messages: { id: string; account: object }[]; newer: string; older: string };
}
const found = async (query: Record<string, string>) => (await search(query)).messages.map(({ id }) => id);

it("takes dates from before the time that ids tell", async () => {
  expect(await found({ start: "1970-01-01" })).toEqual([late, table, order]);
  expect(await found({ start: "1066-10-14", search: "5551781" })).toEqual([table, order]);
  expect(await found({ end: "1969-12-31" })).toEqual([]);
  expect(await found({ end: "1969-12-31", search: "ready" })).toEqual([]);
});

it("finds messages of all accounts by id, number and words, the newest first", async () => {
  expect(await search({})).toMatchObject({
    messages: [
      { id: late, account: { id: cafe.accountId, name: "Cafe" } },
      { id: table },
      { id: order, account: { name: "Shop" } },
    ],
    newer: null,
    older: null,
    searchedSince: null,
  });
  expect(await found({ search: order.toUpperCase() })).toEqual([order]);
  expect(await found({ search: "021 555 1781" })).toEqual([table, order]);
  expect(await found({ search: "5551781" })).toEqual([table, order]);
  expect(await found({ search: "ready YOUR" })).toEqual([table, order]);
  expect(await found({ search: "100%" })).toEqual([late]);
  expect(await found({ search: newId() })).toEqual([]);
});

it("keeps to an account, a state and dates", async () => {
  const account = String(cafe.accountId);
  expect(await found({ account })).toEqual([late, table]);
  expect(await found({ account: cafe.userId.toUpperCase(), search: "021 555 1781" })).toEqual([table]);
  expect(await found({ account: "nobody@example.com" })).toEqual([]);
  expect(await found({ account: "9999999999" })).toEqual([]);
  expect(await found({ search: "order-7", account: String(shop.accountId) })).toEqual([order]);
  await db().query(sql`update messages set status = 'UNDELIV' where id = ${table}::uuid`);
  expect(await found({ status: "UNDELIV" })).toEqual([table]);
  expect(await found({ status: "PENDING", search: "5551781" })).toEqual([order]);
  expect(await found({ start: "2020-01-01", end: "2020-01-02" })).toEqual([]);
  expect(await found({ start: "2020-01-01", end: "2999-01-01" })).toEqual([late, table, order]);
  expect(await found({ start: "2020-01-01", search: "021 555 1781", account })).toEqual([table]);
});

it("goes to older pages and back", async () => {
  const first = await search({ limit: "2" });
  expect(first.messages.map(({ id }) => id)).toEqual([late, table]);
  const second = await search({ limit: "2", before: first.older });
  expect(second.messages.map(({ id }) => id)).toEqual([order]);
  expect(await found({ limit: "2", after: second.newer })).toEqual([late, table]);
});

it("looks through the latest messages alone, and says since when", async () => {
  await db().query(sql`
    insert into messages (id, account_id, send_type, message_class, sender, msisdn, body, encoding, parts, accepted_at,
      status, held_hosts)
    select gen.id, ${shop.accountId}, 'sms', 'transactional', '552', '64210000000', 'Filler', 'GSM-7', 1, now(), 'DELIVRD', '{}'
    from (select ('ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid as id from generate_series(1, 5000) n) gen`);
  expect(await found({ search: "ready" })).toEqual([]);
  expect(await search({ search: "ready" })).toMatchObject({ searchedSince: expect.any(String) });
  expect(await found({ search: "64215551781" })).toEqual([table, order]);
  expect(await found({ search: "ready", account: String(cafe.accountId) })).toEqual([table]);
});

it("reads every message by an index", async () => {
  const [start, end] = [minutesAgo(60), new Date()];
  const stretch = { place: null, direction: "older", limit: 26 } as const;
  const ofIndex = { blocks: [newId()], msisdns: ["64215551781"] };
  for (const [accountId, indexed] of [
    [null, null],
    [null, ofIndex],
    [cafe.accountId, null],
    [cafe.accountId, ofIndex],
  ] as const) {
    for (const search of ["", "ready", "021 555 1781", order]) {
      for (const dates of [
        { start, end },
        { start: undefined, end: undefined },
      ]) {
        const asked = { accountId, search, terms: readSearch(search), indexed };
        const wanted = { ...asked, status: "PENDING" as const, ...dates };
        const statements = [
          allMessagesStatement(wanted, stretch, new Date()),
          searchedSinceStatement(wanted),
        ];
        const scans = (await Promise.all(statements.map((each) => scansOf(db(), each)))).flat();
        const ours = scans.filter(({ table }) => table === "messages" || table === "message_queue");
        expect(ours.length).toBeGreaterThan(0);
        expect(ours.filter(({ node, by }) => by === null || !/^Index (Only )?Scan$/.test(node))).toEqual([]);
      }
    }
  }
});

it("shows a message with its account, network and cost", async () => {
  await db().prisma.carrierSubmission.updateMany({
    where: { messageId: order },
    data: { carrier: "north", costMicros: 35_000n },
  });
  const { status, body } = await ask(one, boss, { query: { id: order } });
  expect([status, body]).toEqual([200, readAnyMessage.response.parse(body)]);
  expect(body).toMatchObject({
    message: { id: order, text: "Your order 7 is ready" },
    account: { id: shop.accountId, name: "Shop" },
    carrier: "north",
    cost: "0.035",
  });
  expect(await db().prisma.activity.count({ where: { accountId: shop.accountId } })).toBe(0);
  for (const id of [newId(), "x"]) {
    expect(await ask(one, boss, { query: { id } })).toMatchObject({ status: 404 });
  }
});

it("has any message's id in the palette of an administrator, and of nobody else", async () => {
  const others = async (from: TestAccount) =>
    ((await ask(find, from, { query: { q: order } })).body as SearchResults).othersMessages;
  expect(await others(boss)).toMatchObject([{ id: order, to: "64215551781", accountName: "Shop" }]);
  expect(await others(shop)).toEqual([]);
  expect(await others(cafe)).toEqual([]);
});

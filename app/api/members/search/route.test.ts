import { beforeAll, describe, expect, it, vi } from "vitest";
import { type SearchResults, searchOperation } from "@/lib/contracts/members/search";
import { db } from "@/lib/db/client";
import { inLongTurn } from "@/lib/http/body/turns";
import { receive } from "@/lib/inbound/receive";
import { searchAccount } from "@/lib/inbound/search-account";
import { BY_BITMAP } from "@/lib/messages/search-index/find-indexed.sql";
import { indexMessages } from "@/lib/messages/search-index/index-messages";
import { useTestDatabase } from "@/tests/support/database/database";
import { recording, scansOf } from "@/tests/support/database/plans";
import { closedGate } from "@/tests/support/gate";
import { carrierInbound, sentMessage } from "@/tests/support/inbound";
import { ask } from "@/tests/support/member";
import { personIn } from "@/tests/support/people";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { NOON } from "@/tests/support/server/send";

const { GET } = handlersOf("/api/members/search");

useTestDatabase();

let account: TestAccount;
let other: TestAccount;
let ready: string;
let late: string;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  account = await testAccount();
  other = await testAccount({ name: "Harbour Books", admin: true });
  const secondsAgo = (seconds: number) => new Date(NOON.getTime() - seconds * 1_000);
  const order = { customerMessageId: "order-17", body: "Your order is ready at 50% off." };
  ready = await sentMessage(account.accountId, "64215551781", secondsAgo(9), order);
  late = await sentMessage(account.accountId, "64215559990", secondsAgo(8), { body: "We are running late." });
  await sentMessage(other.accountId, "64215551781", secondsAgo(7), order);
  for (const body of ["Who is this?", "Thank you, see you at the harbour"])
    await receive(db(), "test", [carrierInbound({ from: "64215559990", body, receivedAt: NOON })], NOON);
  return () => vi.useRealTimers();
});

async function search(q: string, from = account): Promise<SearchResults> {
  const { status, body } = await ask<SearchResults>(GET, from, { query: { q } });
  expect(status).toBe(200);
  expect(body).toEqual(searchOperation.response.parse(body));
  return body;
}

const idsOf = ({ messages }: SearchResults) => messages.map(({ id }) => id);

describe("a search", () => {
  it("finds messages by a whole id, number or reference", async () => {
    for (const q of [ready, "021 555 1781", "+64 21 555 1781", "order-17"])
      expect(idsOf(await search(q)), q).toEqual([ready]);
  });

  it("finds messages by a part of a number, by words and by the beginning of an id", async () => {
    for (const q of ["1781", "555 1781", "ORDER ready", "50%", ready.slice(0, 30)])
      expect(idsOf(await search(q)), q).toEqual([ready]);
    expect(idsOf(await search("021 555"))).toEqual([late, ready]);
    for (const q of ["order late", "5%0", "178"]) expect(idsOf(await search(q)), q).toEqual([]);
  });

  it("finds nothing by the beginning of an id that no time has", async () => {
    for (const q of ["ffffffff", "0".repeat(32), "ffffffff-ffff-ffff-ffff-ffffffffffff"])
      expect(idsOf(await search(q)), q).toEqual([]);
  });

  it("finds who wrote, once each, with the latest message that was found", async () => {
    const { conversations } = await search("555 9990");
    expect(conversations).toEqual([
      { number: "64215559990", text: expect.any(String), at: "2026-11-21 12:00:00" },
    ]);
    expect((await search("harbour")).conversations[0]?.text).toBe("Thank you, see you at the harbour");
    expect((await search("021 555 9990")).conversations).toHaveLength(1);
  });

  it("finds accounts for an administrator alone, and another account's messages for nobody", async () => {
    expect((await search("harbour", other)).accounts).toMatchObject([{ name: "Harbour Books" }]);
    expect((await search("harbour")).accounts).toEqual([]);
    expect(idsOf(await search("running late", other))).toEqual([]);
  });

  it("shares what an administrator finds with nobody else of the account who asks the same meanwhile", async () => {
    const helper = await personIn(other, "sender");
    const held = closedGate();
    // Both searches wait for the account's one long read, and share its common results.
    const before = inLongTurn(other.accountId, () => held.opened);
    const both = [search("harbour", other), search("harbour", helper)];
    // A later search of another account takes the same steps.
    await search("harbour");
    held.open();
    await before;
    expect((await Promise.all(both)).map(({ accounts }) => accounts.length)).toEqual([1, 0]);
  });

  it("refuses a single character", async () => {
    expect((await ask(GET, account, { query: { q: " a " } })).status).toBe(400);
  });

  it("finds messages whatever accents they have", async () => {
    const id = await sentMessage(account.accountId, "64215550000", NOON, { body: "Te reo Māori, café" });
    for (const q of ["maori", "MĀORI", "māori cafe"]) expect(idsOf(await search(q)), q).toEqual([id]);
  });

  it("reads messages by indexes, or no more than there may be", async () => {
    await indexMessages(db(), new Date(NOON.getTime() + 3_600_000));
    const { database, asked } = recording();
    const member = { accountId: account.accountId, isAdmin: false };
    await searchAccount(database, member as Parameters<typeof searchAccount>[1], "01a207d3", NOON);
    await searchAccount(database, member as Parameters<typeof searchAccount>[1], "5551781", NOON);
    const statements = asked.filter(({ text }) => !/^\s*(set|savepoint|rollback)/.test(text));
    const ofIndex = statements.filter(({ text }) => text.includes("::tsquery"));
    const ofRows = statements.filter((statement) => !ofIndex.includes(statement));
    expect(ofIndex).toHaveLength(2);
    const bitmaps = await db().transaction(async (tx) => {
      await tx.query(BY_BITMAP);
      return (await Promise.all(ofIndex.map((statement) => scansOf(tx, statement)))).flat();
    });
    expect(new Set(bitmaps.map(({ node }) => node))).toEqual(new Set(["Bitmap Heap Scan"]));
    const scans = (await Promise.all(ofRows.map((statement) => scansOf(db(), statement)))).flat();
    expect(scans.length).toBeGreaterThan(4);
    expect(scans.filter(({ node, by }) => by === null || !/^Index (Only )?Scan$/.test(node))).toEqual([]);
  });
});

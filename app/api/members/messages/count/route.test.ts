import { beforeAll, describe, expect, it, test, vi } from "vitest";
import { MAX_COUNTED } from "@/lib/contracts/members/cursor";
import { countMessagesOperation, type MessageCount } from "@/lib/contracts/members/messages";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { accept } from "@/lib/messages/accept/accept";
import { report } from "@/lib/messages/dispatch/report";
import { countStatement } from "@/lib/messages/query/count-messages.sql";
import { useTestDatabase } from "@/tests/support/database/database";
import { scansOf } from "@/tests/support/database/plans";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { newMobile, sentMessage } from "@/tests/support/inbound";
import { ask } from "@/tests/support/member";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { NOON } from "@/tests/support/server/send";

const { GET } = handlersOf("/api/members/messages/count");

useTestDatabase();

beforeAll(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  return () => vi.useRealTimers();
});

const minutesAgo = (minutes: number) => new Date(NOON.getTime() - minutes * 60_000);

async function count(from: TestAccount, query: Record<string, string> = {}): Promise<MessageCount> {
  const { status, body } = await ask<MessageCount>(GET, from, { query });
  expect(status).toBe(200);
  expect(body).toEqual(countMessagesOperation.response.parse(body));
  return body;
}

describe("the count of messages", () => {
  it("is of what a filter lets through, and of no other account", async () => {
    const [own, other] = [await testAccount(), await testAccount()];
    const to = newMobile();
    const tagged = { rateCode: "shop", billedRateCode: "shop", customerMessageId: to };
    const failed = await sentMessage(own.accountId, to, minutesAgo(3 * 24 * 60));
    await sentMessage(own.accountId, newMobile(), minutesAgo(5), tagged);
    await sentMessage(own.accountId, newMobile(), minutesAgo(4));
    await sentMessage(other.accountId, to, minutesAgo(4), tagged);
    await report(db(), "test", [{ reference: failed, key: newId(), code: 2, reportedAt: NOON }], NOON);
    const items = [testItem({ msisdn: newMobile(), dueAt: null })];
    await accept(
      db(),
      [testSubmission(own.accountId, { heldHosts: ["example.com"], items })],
      NOON,
      () => "",
    );
    const counted = async (query: Record<string, string>) => {
      const { count: found, isMore } = await count(own, query);
      expect(isMore).toBe(false);
      return found;
    };
    expect(await counted({})).toBe(4);
    expect(await counted({ start: "2026-11-21" })).toBe(3);
    expect(await counted({ end: "2026-11-20" })).toBe(1);
    expect(await counted({ rateCode: "shop" })).toBe(1);
    expect(await counted({ status: "UNDELIV" })).toBe(1);
    expect(await counted({ status: "DELIVRD" })).toBe(0);
    expect(await counted({ status: "HELD" })).toBe(1);
    expect(await counted({ status: "NIGHT" })).toBe(0);
    expect(await counted({ status: "PENDING" })).toBe(3);
    // The search matches the number and the account's own ID, and counts each message once.
    expect(await counted({ search: to })).toBe(2);
    expect(await counted({ search: to, status: "UNDELIV" })).toBe(1);
    expect(await counted({ search: failed })).toBe(1);
  });

  it("ends at its bound, and counts what no index has in the newest rows alone", async () => {
    const own = await testAccount({ balanceMicros: 1_000_000_000n });
    await sentMessage(own.accountId, newMobile(), minutesAgo(60), { rateCode: "old", billedRateCode: "old" });
    const some = (many: number) => Array.from({ length: many }, () => testItem({ msisdn: newMobile() }));
    await accept(db(), [testSubmission(own.accountId, { items: some(MAX_COUNTED - 1) })], NOON, () => "");
    expect(await count(own)).toEqual({ count: MAX_COUNTED, isMore: false });
    expect(await count(own, { rateCode: "old" })).toEqual({ count: 1, isMore: false });
    await accept(db(), [testSubmission(own.accountId, { items: some(2) })], NOON, () => "");
    expect(await count(own)).toEqual({ count: MAX_COUNTED, isMore: true });
    expect(await count(own, { status: "PENDING" })).toEqual({ count: MAX_COUNTED, isMore: true });
    expect(await count(own, { status: "DELIVRD" })).toEqual({ count: 0, isMore: true });
    expect(await count(own, { rateCode: "old" })).toEqual({ count: 1, isMore: false });
    expect(await count(own, { end: "2026-11-21 11:30:00" })).toEqual({ count: 1, isMore: false });
  });

  test.each([
    {},
    { rateCode: "shop" },
    { status: "DELIVRD" },
    { status: "FAILED" },
    { status: "HELD" },
  ] as const)("looks rows up by an index for %j", async (filter) => {
    const { accountId } = await testAccount();
    const scans = await scansOf(db(), countStatement(accountId, filter, NOON));
    expect(scans.length).toBeGreaterThan(0);
    for (const { by, node } of scans) expect(by, node).not.toBeNull();
  });

  it("refuses what the list refuses, and is for who is signed in", async () => {
    expect(await ask(GET, await testAccount(), { query: { status: "SENT" } })).toMatchObject({ status: 400 });
    expect(await call(GET, { method: "GET" })).toMatchObject({ status: 401 });
  });
});

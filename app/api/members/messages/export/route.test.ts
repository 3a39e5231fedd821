import { beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/db/client";
import { accept } from "@/lib/messages/accept/accept";
import { cancelNow } from "@/tests/support/database/cancel-now";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { newMobile, sentMessage } from "@/tests/support/inbound";
import { ask } from "@/tests/support/member";
import { call, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { NOON } from "@/tests/support/server/send";

const { GET } = handlersOf("/api/members/messages/export");

useTestDatabase();

beforeAll(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  return () => vi.useRealTimers();
});

describe("the file of messages", () => {
  it("has all that a filter lets through, more than a batch of them, each once", async () => {
    const own = await testAccount({ balanceMicros: 1_000_000_000n });
    // All have the same time, so batches continue by ID.
    const items = Array.from({ length: 2_001 }, () => testItem({ msisdn: newMobile() }));
    await accept(db(), [testSubmission(own.accountId, { items })], NOON, () => "");
    await sentMessage(own.accountId, newMobile(), new Date(NOON.getTime() - 3 * 86_400_000));
    const { status, text, headers } = await ask(GET, own, { query: { start: "2026-11-21" } });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toContain('filename="messages.csv"');
    const lines = text.trimEnd().split("\r\n");
    expect(lines).toHaveLength(2_002);
    expect(new Set(lines.slice(1).map((line) => line.slice(0, 36))).size).toBe(2_001);
  });

  it("tells what each cost, and nothing where the money went back", async () => {
    const own = await testAccount();
    const item = testItem({ msisdn: newMobile(), dueAt: null });
    const held = testSubmission(own.accountId, { heldHosts: ["example.com"], items: [item] });
    await accept(db(), [held], NOON, () => "");
    const sent = await sentMessage(own.accountId, "64217770001", new Date(NOON.getTime() - 1_000), {
      body: '=SUM(1), "yes"',
      customerMessageId: "order-9",
      rateCode: "shop",
    });
    const read = async () => (await ask(GET, own, {})).text.trimEnd().split("\r\n");
    const [title, first, second] = await read();
    expect(title).toContain("Message id,Own id,Accepted (NZ time),To,From,Text");
    expect(first).toContain("PENDING (held),,,,0.10,0.015,0.115");
    expect(second).toBe(
      `${sent},order-9,2026-11-21 11:59:59,64217770001,552,"'=SUM(1), ""yes""",sms,transactional,shop,GSM-7,1,PENDING,,,,0.10,0.015,0.115`,
    );
    await cancelNow({ accountId: own.accountId, ids: [item.id] }, NOON);
    expect((await read())[1]).toContain("DELETED,,2026-11-21 12:00:00,,0.00,0.00,0.00");
  });

  it("has nothing of another account, and is for who is signed in", async () => {
    const [own, other] = [await testAccount(), await testAccount()];
    const theirs = await sentMessage(other.accountId, newMobile(), NOON);
    for (const query of [{}, { search: theirs }]) {
      expect((await ask(GET, own, { query })).text.trimEnd().split("\r\n")).toHaveLength(1);
    }
    expect(await call(GET, { method: "GET" })).toMatchObject({ status: 401 });
    expect(await ask(GET, own, { query: { status: "LOST" } })).toMatchObject({ status: 400 });
  });
});

import { afterEach, describe, expect, it, vi } from "vitest";
import type { BulkSendResponse, SendResponse } from "@/lib/contracts/gateway/send";
import { accountsDb } from "@/tests/support/database/accounts-db";
import { useTestDatabase } from "@/tests/support/database/database";
import { books, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { MOBILE, NOON, sendFrom } from "@/tests/support/server/send";

useTestDatabase();
afterEach(() => vi.useRealTimers());

const send = <Body = SendResponse>(parameters: object, from: TestAccount) => sendFrom<Body>(from, parameters);

function atNoon(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
}

describe("a bulk send", () => {
  it("has one entry per recipient in their order, failed ones in their place", async () => {
    atNoon();
    const own = await testAccount();
    const to = ["021 123 4567", "nobody", MOBILE, "6421129902", ""];
    const { status, body } = await send<BulkSendResponse>({ to }, own);
    expect(status).toBe(200);
    expect(body.summary).toEqual({ total: 5, sent: 3, failed: 2 });
    expect(body.success).toBe(true);
    expect(body.messages.map((entry) => [entry.success, entry.to])).toEqual([
      [true, MOBILE],
      [false, "nobody"],
      [true, MOBILE],
      [true, "6421129902"],
      [false, ""],
    ]);
    expect(body.messages[1]).toEqual({
      success: false,
      to: "nobody",
      error: "Invalid recipient",
      message: "'nobody' is not a phone number of 6 to 15 digits in international form.",
    });
    expect(await messagesOf(own.accountId)).toHaveLength(3);
    expect(await books(own.accountId)).toEqual({ balance: 9_655_000n, ledger: 9_655_000n, entries: 4 });
  });

  it("is answered with whole characters to recipients that have half of one", async () => {
    const own = await testAccount();
    const { text, body } = await send<BulkSendResponse>({ to: [MOBILE, "6421\ud83c"], sandbox: true }, own);
    expect(text).not.toMatch(/\\ud[89a-f]/);
    expect(body.messages[1]).toMatchObject({ success: false, to: "6421\ufffd" });
  });

  it("is bulk for an array of one, and a failure when nobody can be addressed", async () => {
    const own = await testAccount();
    const { body } = await send<BulkSendResponse>({ to: [MOBILE], sandbox: true }, own);
    expect(body.summary).toEqual({ total: 1, sent: 1, failed: 0 });
    expect((await send<BulkSendResponse>({ to: ["x"] }, own)).body).toMatchObject({
      success: false,
      summary: { failed: 1 },
    });
  });

  it("is refused whole when the balance does not cover it", async () => {
    const own = await testAccount({ balanceMicros: 229_999n });
    expect(await send({ to: [MOBILE, MOBILE] }, own)).toMatchObject({
      status: 403,
      body: {
        success: false,
        code: "insufficient_funds",
        error: "The account balance does not cover this request.",
      },
    });
    expect(await messagesOf(own.accountId)).toHaveLength(0);
    expect(await books(own.accountId)).toMatchObject({ balance: 229_999n, ledger: 229_999n });
  });

  it("takes 10,000 recipients and refuses 10,001", async () => {
    const own = await testAccount({ balanceMicros: 2_000_000_000n });
    const to = Array.from({ length: 10_000 }, (_, index) => String(64_211_000_000 + index));
    expect(await send({ to: [...to, MOBILE] }, own)).toMatchObject({
      status: 400,
      body: { error: "Parameter 'to' has 10001 recipients; one request takes at most 10000. Split it." },
    });
    const { body } = await send<BulkSendResponse>({ to }, own);
    expect(body.summary).toEqual({ total: 10_000, sent: 10_000, failed: 0 });
    expect(body.messages.map((entry) => entry.to)).toEqual(to);
    expect(await books(own.accountId)).toEqual({
      balance: 850_000_000n,
      ledger: 850_000_000n,
      entries: 10_001,
    });
  });
});

describe("a recipient who cannot be sent to", () => {
  it("is accepted, billed and BLOCKED when opted out or no possible mobile", async () => {
    const own = await testAccount();
    const other = await testAccount();
    await accountsDb().prisma.blockedNumber.createMany({
      data: [
        { accountId: own.accountId, msisdn: MOBILE, keyword: "STOP", blockedAt: new Date() },
        {
          accountId: own.accountId,
          msisdn: "64211234568",
          keyword: "STOP",
          blockedAt: new Date(),
          active: false,
          resubscribedAt: new Date(),
        },
        { accountId: other.accountId, msisdn: "64211234569", keyword: "STOP", blockedAt: new Date() },
      ],
    });
    const to = [MOBILE, "6493001234", "64211234568", "64211234569"];
    const { body } = await send<BulkSendResponse>({ to }, own);
    expect(body.messages[0]).toMatchObject({ success: true, status: "accepted" });
    const stored = await messagesOf(own.accountId);
    expect(stored.map((m) => [m.status, m.statusCode, m.blockedReason, m.dueAt === null])).toEqual([
      ["BLOCKED", -1, "unsubscribed", true],
      ["BLOCKED", -1, "invalid_number", true],
      ["PENDING", null, null, false],
      ["PENDING", null, null, false],
    ]);
    expect((await books(own.accountId)).balance).toBe(10_000_000n - 4n * 115_000n);
  });
});

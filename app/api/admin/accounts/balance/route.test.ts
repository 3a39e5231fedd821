import { beforeAll, describe, expect, it, test } from "vitest";
import { adjustBalance } from "@/lib/contracts/admin/accounts";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { books, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST } = handlersOf("/api/admin/accounts/balance");

useTestDatabase();

let administrator: TestAccount;
beforeAll(async () => {
  administrator = await testAccount({ admin: true });
});

async function adjust(accountId: number, given: object = {}) {
  const json = { accountId, key: newId(), amount: "5", reason: "Goodwill", ...given };
  const answer = await ask<{ balance?: string; error?: string }>(POST, administrator, { json });
  if (answer.status === 200) expect(answer.body).toEqual(adjustBalance.response.parse(answer.body));
  return answer;
}

const activitiesOf = (accountId: number) =>
  db().prisma.activity.findMany({ where: { accountId }, orderBy: { id: "asc" } });

describe("an adjustment of a balance", () => {
  it("moves the balance and the ledger by the same amount, up and down", async () => {
    const { accountId } = await testAccount();
    expect((await adjust(accountId, { amount: "+2.50" })).body.balance).toBe("12.50");
    expect((await adjust(accountId, { amount: "-12.4", reason: "Wrong account" })).body.balance).toBe("0.10");
    expect(await books(accountId)).toEqual({ balance: 100_000n, ledger: 100_000n, entries: 3 });
    const entries = await db().prisma.ledgerEntry.findMany({
      where: { accountId, kind: "adjustment" },
      orderBy: { createdAt: "asc" },
    });
    expect(entries).toMatchObject([
      { amountMicros: 2_500_000n, gstMicros: 0n, note: "Goodwill" },
      { amountMicros: -12_400_000n, note: "Wrong account" },
    ]);
  });

  it("is written down with its amount, its reason and who did it", async () => {
    const { accountId } = await testAccount();
    await adjust(accountId, { amount: "-3" });
    expect(await activitiesOf(accountId)).toMatchObject([
      {
        action: "balance_adjusted",
        actorId: administrator.accountId,
        details: { amount: "-3.00", reason: "Goodwill" },
      },
    ]);
  });

  it("never takes more than there is, nor half of it", async () => {
    const { accountId } = await testAccount();
    expect(await adjust(accountId, { amount: "-10.000001" })).toMatchObject({
      status: 409,
      body: { code: "conflict", error: expect.stringContaining("10.00") },
    });
    expect(await books(accountId)).toMatchObject({ balance: 10_000_000n, entries: 1 });
    expect(await activitiesOf(accountId)).toEqual([]);
    expect((await adjust(accountId, { amount: "-10" })).body.balance).toBe("0.00");
  });

  it("happens once, however often and however fast its form is sent", async () => {
    const { accountId } = await testAccount();
    const key = newId();
    const answers = await Promise.all(Array.from({ length: 8 }, () => adjust(accountId, { key })));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await adjust(accountId, { key })).body.balance).toBe("15.00");
    expect(await books(accountId)).toEqual({ balance: 15_000_000n, ledger: 15_000_000n, entries: 2 });
    expect(await activitiesOf(accountId)).toHaveLength(1);
  });

  it("has happened when its form is sent again, though the balance would not cover it any more", async () => {
    const { accountId } = await testAccount();
    const given = { key: newId(), amount: "-8" };
    await adjust(accountId, given);
    expect(await adjust(accountId, given)).toMatchObject({ status: 200, body: { balance: "2.00" } });
  });

  it("keeps the books when many take from one balance at once", async () => {
    const { accountId } = await testAccount();
    const answers = await Promise.all(Array.from({ length: 6 }, () => adjust(accountId, { amount: "-3" })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
    expect(await books(accountId)).toEqual({ balance: 1_000_000n, ledger: 1_000_000n, entries: 4 });
  });

  it("is refused with the key of another", async () => {
    const [first, second] = [await testAccount(), await testAccount()];
    const key = newId();
    await adjust(first.accountId, { key });
    for (const [accountId, given] of [
      [second.accountId, {}],
      [first.accountId, { amount: "6" }],
      [first.accountId, { reason: "Another" }],
    ] as const) {
      expect(await adjust(accountId, { key, ...given })).toMatchObject({ status: 409 });
    }
    expect((await books(second.accountId)).balance).toBe(10_000_000n);
    expect((await books(first.accountId)).balance).toBe(15_000_000n);
  });

  it("needs an account", async () => {
    expect(await adjust(999_999)).toMatchObject({ status: 404, body: { code: "not_found" } });
  });

  test.each([
    [{ amount: "0.00" }, "'amount' must not be nothing"],
    [{ amount: "1e3" }, "'amount' must be dollars"],
    [{ amount: "1.0000001" }, "'amount' must be dollars"],
    [{ reason: "  " }, "'reason' must not be empty"],
    [{ reason: "r".repeat(201) }, "'reason' must be at most 200"],
    [{ key: "again" }, "'key' must be a UUID"],
  ])("is refused as %j", async (given, sentence) => {
    const { accountId } = await testAccount();
    expect(await adjust(accountId, given)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(sentence) },
    });
    expect((await books(accountId)).entries).toBe(1);
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { noticeLowBalances } from "@/lib/billing/low-balance";
import { db } from "@/lib/db/client";
import { writeEmail } from "@/lib/email/email-kinds";
import { topUp } from "@/lib/ledger/top-up";
import { useTestDatabase } from "@/tests/support/database/database";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const NOON = new Date("2026-11-20T23:00:00Z");
const later = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

beforeEach(() => db().prisma.account.updateMany({ data: { lowBalanceMicros: null } }));

async function wanting(lowBalanceMicros: bigint | null, more: object = {}) {
  const { accountId } = await testAccount({ balanceMicros: 10_000_000n });
  await db().prisma.account.update({ where: { id: accountId }, data: { lowBalanceMicros, ...more } });
  return accountId;
}

const emailsOf = (accountId: number) => db().prisma.email.findMany({ where: { accountId } });

describe("noticeLowBalances", () => {
  it("puts one email on its way to who is below, and none to anybody else", async () => {
    const low = await wanting(10_000_001n);
    const others = [
      await wanting(10_000_000n),
      await wanting(null),
      await wanting(20_000_000n, { status: "disabled" }),
    ];
    expect(await noticeLowBalances(db(), NOON)).toBe(1);
    expect(await noticeLowBalances(db(), later(1))).toBe(0);
    const [email, ...more] = await emailsOf(low);
    expect(more).toEqual([]);
    expect(email).toMatchObject({ kind: "low_balance", createdAt: NOON, dueAt: NOON });
    expect(writeEmail("low_balance", email?.details, "https://sms.example")).toEqual({
      subject: "Your balance is low: NZ$10.00",
      text: expect.stringMatching(/alert level of NZ\$10\.000001\. .*https:\/\/sms\.example\/billing/s),
    });
    for (const other of others) expect(await emailsOf(other)).toEqual([]);
  });

  it("tells of it again once the balance has been above", async () => {
    const accountId = await wanting(10_500_000n);
    await noticeLowBalances(db(), NOON);
    await topUp(db(), { accountId, amountMicros: 1_000_000n, note: "More" }, later(1));
    expect(await noticeLowBalances(db(), later(2))).toBe(0);
    await db().prisma.account.update({ where: { id: accountId }, data: { balanceMicros: 10_000_000n } });
    expect(await noticeLowBalances(db(), later(3))).toBe(1);
    expect(await emailsOf(accountId)).toHaveLength(2);
  });
});

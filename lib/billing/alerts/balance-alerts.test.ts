import { describe, expect, it } from "vitest";
import { listActivity } from "@/lib/activity/list-activity";
import { sendAlerts } from "@/lib/billing/alerts/send-alerts";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { writeEmail } from "@/lib/email/email-kinds";
import { topUp } from "@/lib/ledger/top-up";
import { alerted, emailsOf } from "@/tests/support/alerts";
import { useTestDatabase } from "@/tests/support/database/database";
import { failingAt } from "@/tests/support/database/failing-at";

useTestDatabase();

const NOON = new Date("2026-11-20T23:00:00Z");
const later = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

const setBalance = (id: number, balanceMicros: bigint) =>
  db().prisma.account.update({ where: { id }, data: { balanceMicros } });
const told = async (accountId: number) =>
  (await emailsOf(accountId)).map(({ details }) => {
    const { lowBalanceMicros, higherMicros } = details as Record<string, string | string[]>;
    return [higherMicros, lowBalanceMicros].flat();
  });

describe("balance alerts", () => {
  it("are one email to who is below, and none to anybody else", async () => {
    const low = await alerted("balance", [10_000_001n]);
    const others = [await alerted("balance", [10_000_000n]), await alerted("balance", [])];
    const disabled = await alerted("balance", [20_000_000n]);
    await db().prisma.account.update({ where: { id: disabled }, data: { status: "disabled" } });
    expect(await sendAlerts(db(), NOON)).toBe(1);
    expect(await sendAlerts(db(), later(1))).toBe(0);
    const [email, ...more] = await emailsOf(low);
    expect(more).toEqual([]);
    expect(email).toMatchObject({ kind: "low_balance", createdAt: NOON, dueAt: NOON });
    expect(writeEmail("low_balance", email?.details, "https://sms.example")).toEqual({
      subject: "Your balance is low: NZ$10.00",
      text: expect.stringMatching(/alert level of NZ\$10\.000001\. .*https:\/\/sms\.example\/billing/s),
    });
    for (const other of [...others, disabled]) expect(await emailsOf(other)).toEqual([]);
    await db().prisma.account.update({ where: { id: disabled }, data: { status: "active" } });
    expect(await sendAlerts(db(), later(2))).toBe(1);
    expect(await emailsOf(disabled)).toHaveLength(1);
  });

  it("are sent to the accounts behind one that fails, which gets its own later", async () => {
    const [failing, behind] = [
      await alerted("balance", [20_000_000n]),
      await alerted("balance", [20_000_000n]),
    ];
    await db().query(sql`
      create function one_fails() returns trigger language plpgsql as $$
      begin raise 'this account fails'; end $$`);
    await db().query({
      text: `create trigger one_fails before insert on emails for each row
        when (new.account_id = ${failing}) execute function one_fails()`,
      values: [],
    });
    await expect(sendAlerts(db(), NOON)).rejects.toThrow("this account fails");
    expect(await emailsOf(failing)).toEqual([]);
    expect(await emailsOf(behind)).toHaveLength(1);
    await db().query(sql`drop trigger one_fails on emails`);
    expect(await sendAlerts(db(), later(1))).toBe(1);
    expect([await emailsOf(failing), await emailsOf(behind)]).toMatchObject([[{}], [{}]]);
  });

  it("are written down as sent by themselves", async () => {
    const accountId = await alerted("balance", [20_000_000n, 11_000_000n, 5_000_000n]);
    await sendAlerts(db(), NOON);
    const { activities } = await listActivity(db(), accountId, { page: 1, limit: 10 });
    expect(activities).toMatchObject([
      {
        action: "balance_alert_sent",
        actor: "automatic",
        address: "",
        details: { balance: "10.00", below: "20.00, 11.00" },
      },
    ]);
  });

  it("are sent again once the balance has been at or above the amount", async () => {
    const accountId = await alerted("balance", [10_500_000n]);
    await sendAlerts(db(), NOON);
    await topUp(db(), { accountId, amountMicros: 499_999n, note: "Too little" }, later(1));
    await sendAlerts(db(), later(1));
    await setBalance(accountId, 10_000_000n);
    await sendAlerts(db(), later(2));
    expect(await emailsOf(accountId)).toHaveLength(1);
    await setBalance(accountId, 10_500_000n);
    await sendAlerts(db(), later(3));
    await setBalance(accountId, 10_499_999n);
    await sendAlerts(db(), later(4));
    expect(await told(accountId)).toEqual([["10500000"], ["10500000"]]);
  });

  it("of several levels are one email for a jump, and apart for what falls apart", async () => {
    const accountId = await alerted("balance", [9_000_000n, 7_000_000n, 5_000_000n, 3_000_000n]);
    await sendAlerts(db(), NOON);
    expect(await told(accountId)).toEqual([]);
    await setBalance(accountId, 4_000_000n);
    await sendAlerts(db(), later(1));
    await setBalance(accountId, 2_000_000n);
    await sendAlerts(db(), later(2));
    expect(await told(accountId)).toEqual([["9000000", "7000000", "5000000"], ["3000000"]]);
    const [jump] = await emailsOf(accountId);
    expect(writeEmail("low_balance", jump?.details, undefined)).toEqual({
      subject: "Your balance is low: NZ$4.00",
      text: expect.stringContaining("alert levels of NZ$9.00, NZ$7.00 and NZ$5.00."),
    });
    // Only alerts that the balance has risen to are sent again.
    await setBalance(accountId, 5_000_000n);
    await sendAlerts(db(), later(3));
    await setBalance(accountId, 0n);
    await sendAlerts(db(), later(4));
    expect((await told(accountId)).at(-1)).toEqual(["5000000", "3000000"]);
  });

  it("are sent once by several servers at once", async () => {
    const accounts: number[] = [];
    for (let made = 0; made < 5; made++) accounts.push(await alerted("balance", [20_000_000n, 30_000_000n]));
    const sent = await Promise.all(Array.from({ length: 4 }, () => sendAlerts(db(), NOON)));
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(5);
    for (const accountId of accounts) expect(await told(accountId)).toEqual([["30000000", "20000000"]]);
  });

  it.each(["insert into emails", "insert into activities"])("leave no trace of a stop at: %s", async (at) => {
    const accountId = await alerted("balance", [20_000_000n]);
    await expect(sendAlerts(failingAt(at), NOON)).rejects.toThrow("Killed.");
    expect(await emailsOf(accountId)).toEqual([]);
    expect(await db().prisma.activity.count({ where: { accountId } })).toBe(0);
    await sendAlerts(db(), later(1));
    await sendAlerts(db(), later(2));
    expect(await emailsOf(accountId)).toHaveLength(1);
  });

  it("are still written of a row that names one level alone", () => {
    const details = { balanceMicros: "1", lowBalanceMicros: "20000000" };
    expect(writeEmail("low_balance", details, undefined).text).toContain("alert level of NZ$20.00.");
  });
});

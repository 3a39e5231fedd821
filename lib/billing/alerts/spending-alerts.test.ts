import { describe, expect, it } from "vitest";
import { listActivity } from "@/lib/activity/list-activity";
import { sendAlerts } from "@/lib/billing/alerts/send-alerts";
import { db } from "@/lib/db/client";
import { writeEmail } from "@/lib/email/email-kinds";
import { accept } from "@/lib/messages/accept/accept";
import { chargeLookupStatement } from "@/lib/numbers/lookup.sql";
import { addAlertRow, alerted, emailsOf } from "@/tests/support/alerts";
import { cancelNow } from "@/tests/support/database/cancel-now";
import { useTestDatabase } from "@/tests/support/database/database";
import { failingAt } from "@/tests/support/database/failing-at";
import { testItem, testSubmission } from "@/tests/support/database/submission";

useTestDatabase();

/** 12:00 on 21 November in New Zealand, and the last and the first instant of days there. */
const NOON = new Date("2026-11-20T23:00:00Z");
const TODAY = "2026-11-21";
const MIDNIGHT = new Date("2026-11-21T11:00:00Z");
const plus = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000);
const DAY_MINUTES = 24 * 60;

/** Bills messages at 0.115 each. */
async function bill(accountId: number, at: Date, count: number, heldHosts: string[] = []): Promise<string[]> {
  const items = Array.from({ length: count }, () => testItem({ dueAt: heldHosts.length > 0 ? null : at }));
  await accept(db(), [testSubmission(accountId, { items, heldHosts })], at, () => "");
  return items.map(({ id }) => id);
}

const PRICE = 115_000n;
const daily = (...amounts: bigint[]) => alerted("day", amounts, { firstDay: TODAY });
const told = async (accountId: number) =>
  (await emailsOf(accountId)).map(({ details }) => {
    const { period, passedMicros } = details as { period: string; passedMicros: string[] };
    return [period, ...passedMicros];
  });

describe("spending alerts", () => {
  it("are sent once for more than the amount, and to nobody else", async () => {
    const [own, other] = [await daily(2n * PRICE), await daily(2n * PRICE)];
    await bill(own, NOON, 2);
    await sendAlerts(db(), NOON);
    expect(await told(own)).toEqual([]);
    await bill(own, NOON, 1);
    await sendAlerts(db(), plus(NOON, 1));
    await bill(own, NOON, 5);
    await sendAlerts(db(), plus(NOON, 2));
    expect(await told(own)).toEqual([[TODAY, "230000"]]);
    expect(await told(other)).toEqual([]);
    const [email] = await emailsOf(own);
    expect(writeEmail("spending_alert", email?.details, "https://sms.example")).toEqual({
      subject: `Your charges for ${TODAY}: NZ$0.345`,
      text: expect.stringMatching(
        /on 2026-11-21 .*daily spending alert of NZ\$0\.23\. .*until the next day/s,
      ),
    });
    const { activities } = await listActivity(db(), own, { page: 1, limit: 10 });
    expect(activities).toMatchObject([
      {
        action: "spending_alert_sent",
        actor: "automatic",
        details: { period: TODAY, charged: "0.345", passed: "0.23" },
      },
    ]);
  });

  it("of several amounts are one email for a jump", async () => {
    const accountId = await daily(PRICE, 2n * PRICE, 50n * PRICE);
    await bill(accountId, NOON, 3);
    await sendAlerts(db(), NOON);
    expect(await told(accountId)).toEqual([[TODAY, "115000", "230000"]]);
    const [email] = await emailsOf(accountId);
    expect(writeEmail("spending_alert", email?.details, undefined).text).toContain("NZ$0.115 and NZ$0.23.");
    await bill(accountId, NOON, 48);
    await sendAlerts(db(), plus(NOON, 1));
    expect((await told(accountId)).slice(1)).toEqual([[TODAY, "5750000"]]);
  });

  it("count lookups, and what was reversed no more", async () => {
    const accountId = await daily(3n * PRICE);
    const held = await bill(accountId, NOON, 2, ["bit.ly"]);
    await cancelNow({ accountId, ids: held }, NOON);
    await bill(accountId, NOON, 2);
    const lookUp = (at: Date) =>
      db().query(chargeLookupStatement(accountId, { netMicros: 100_000n, gstMicros: 15_000n }, at));
    await lookUp(plus(NOON, -DAY_MINUTES));
    await lookUp(NOON);
    await sendAlerts(db(), NOON);
    expect(await told(accountId)).toEqual([]);
    await lookUp(plus(NOON, 1));
    await sendAlerts(db(), plus(NOON, 1));
    expect(await told(accountId)).toEqual([[TODAY, "345000"]]);
  });

  it("are sent once a period, also when a reversal lowers the sum and it passes again", async () => {
    const accountId = await daily(PRICE);
    const held = await bill(accountId, NOON, 2, ["bit.ly"]);
    await sendAlerts(db(), NOON);
    await cancelNow({ accountId, ids: held }, NOON);
    await sendAlerts(db(), plus(NOON, 1));
    await bill(accountId, NOON, 2);
    await sendAlerts(db(), plus(NOON, 2));
    expect(await told(accountId)).toEqual([[TODAY, "115000"]]);
    await bill(accountId, plus(NOON, DAY_MINUTES), 2);
    await sendAlerts(db(), plus(NOON, DAY_MINUTES));
    expect(await told(accountId)).toEqual([
      [TODAY, "115000"],
      ["2026-11-22", "115000"],
    ]);
  });

  it("are sent after midnight for what was charged just before it, and the new day counts from nothing", async () => {
    const [accountId, late] = [await daily(PRICE), await daily(PRICE)];
    await bill(accountId, plus(MIDNIGHT, -0.001), 2);
    await bill(late, MIDNIGHT, 1);
    await sendAlerts(db(), MIDNIGHT);
    await bill(late, plus(MIDNIGHT, -1), 1);
    await sendAlerts(db(), plus(MIDNIGHT, 1));
    expect(await told(accountId)).toEqual([[TODAY, "115000"]]);
    expect(await told(late)).toEqual([]);
    await bill(late, plus(MIDNIGHT, -1), 1);
    await sendAlerts(db(), plus(MIDNIGHT, 9));
    await bill(late, plus(MIDNIGHT, 10), 1);
    await sendAlerts(db(), plus(MIDNIGHT, 10));
    expect(await told(late)).toEqual([
      [TODAY, "115000"],
      ["2026-11-22", "115000"],
    ]);
  });

  it("are sent for yesterday by a server that starts in the morning, and for both days", async () => {
    const accountId = await daily(PRICE);
    await bill(accountId, NOON, 2);
    const morning = plus(MIDNIGHT, 9 * 60);
    await bill(accountId, morning, 2);
    await sendAlerts(db(), morning);
    expect((await told(accountId)).map(([period]) => period)).toEqual([TODAY, "2026-11-22"]);
    await sendAlerts(db(), plus(morning, 1));
    expect(await told(accountId)).toHaveLength(2);
  });

  it.each([
    // The day of 23 hours, and the day of 25 hours.
    ["2026-09-27", "2026-09-26T12:00:00Z", "2026-09-27T10:59:59.999Z"],
    ["2027-04-04", "2027-04-03T11:00:00Z", "2027-04-04T11:59:59.999Z"],
  ])("count the whole of %s, on which the clock changes, and no more", async (day, first, last) => {
    const [inside, outside] = [
      await alerted("day", [PRICE], { firstDay: day }),
      await alerted("day", [2n * PRICE], { firstDay: day }),
    ];
    const [start, end] = [new Date(first), new Date(last)];
    for (const accountId of [inside, outside]) {
      await bill(accountId, start, 1);
      await bill(accountId, end, 1);
    }
    await bill(outside, new Date(start.getTime() - 1), 1);
    await bill(outside, new Date(end.getTime() + 1), 1);
    await sendAlerts(db(), end);
    await sendAlerts(db(), plus(end, 1));
    expect(await told(inside)).toEqual([[day, "115000"]]);
    expect(await told(outside)).toEqual([]);
  });

  it("of a month count it to its last instant", async () => {
    const accountId = await alerted("month", [2n * PRICE]);
    const lastInstant = new Date("2026-11-30T10:59:59.999Z");
    await bill(accountId, new Date("2026-10-31T10:59:59.999Z"), 1);
    await bill(accountId, new Date("2026-10-31T11:00:00Z"), 1);
    await bill(accountId, NOON, 1);
    await sendAlerts(db(), NOON);
    await bill(accountId, new Date("2026-11-30T11:00:00Z"), 2);
    await sendAlerts(db(), plus(lastInstant, 1));
    expect(await told(accountId)).toEqual([]);
    await bill(accountId, lastInstant, 1);
    await sendAlerts(db(), plus(lastInstant, 2));
    await bill(accountId, plus(lastInstant, 3), 1);
    await sendAlerts(db(), plus(lastInstant, 3));
    expect(await told(accountId)).toEqual([
      ["2026-11", "230000"],
      ["2026-12", "230000"],
    ]);
    const [email] = await emailsOf(accountId);
    expect(writeEmail("spending_alert", email?.details, undefined).text).toMatch(/in 2026-11 .*next month/s);
  });

  it("are whole numbers at the bounds of what an alert and a sum can be", async () => {
    const MOST = 999_999_990_000n;
    const accountId = await daily(MOST);
    const key = { accountId, day: new Date(TODAY), sendType: "sms" as const };
    const sums = { messages: 1n, segments: 1n, gstMicros: 0n };
    await db().prisma.billingDay.create({ data: { ...key, ...sums, rateCode: "", netMicros: MOST } });
    await sendAlerts(db(), NOON);
    expect(await told(accountId)).toEqual([]);
    const netMicros = 9_223_372_036_854_775_807n - MOST;
    await db().prisma.billingDay.create({ data: { ...key, ...sums, rateCode: "a", netMicros } });
    await sendAlerts(db(), plus(NOON, 1));
    const [email] = await emailsOf(accountId);
    expect(email?.details).toMatchObject({ chargedMicros: "9223372036854775807" });
  });

  it("are sent once by several servers at once", async () => {
    const accounts: number[] = [];
    for (let made = 0; made < 5; made++) accounts.push(await daily(PRICE, 2n * PRICE));
    for (const accountId of accounts) await bill(accountId, NOON, 3);
    await Promise.all(Array.from({ length: 4 }, () => sendAlerts(db(), NOON)));
    for (const accountId of accounts) expect(await told(accountId)).toEqual([[TODAY, "115000", "230000"]]);
  });

  it.each(["insert into emails", "insert into activities"])("leave no trace of a stop at: %s", async (at) => {
    const accountId = await daily(PRICE);
    await bill(accountId, NOON, 2);
    await expect(sendAlerts(failingAt(at), NOON)).rejects.toThrow("Killed.");
    expect(await emailsOf(accountId)).toEqual([]);
    await sendAlerts(db(), plus(NOON, 1));
    await sendAlerts(db(), plus(NOON, 2));
    expect(await told(accountId)).toHaveLength(1);
  });

  it("are not sent to a disabled account, and not for what was before the alert's period", async () => {
    const [disabled, fresh] = [await daily(PRICE), await daily()];
    await bill(disabled, NOON, 2);
    await db().prisma.account.update({ where: { id: disabled }, data: { status: "disabled" } });
    await bill(fresh, plus(NOON, -DAY_MINUTES), 5);
    await addAlertRow(fresh, "day", PRICE, TODAY);
    await sendAlerts(db(), NOON);
    expect([await told(disabled), await told(fresh)]).toEqual([[], []]);
  });
});

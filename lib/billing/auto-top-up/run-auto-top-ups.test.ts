import { describe, expect, it, test } from "vitest";
import { listActivity } from "@/lib/activity/list-activity";
import { adjustBalance } from "@/lib/billing/adjust-balance";
import { beginAutoPayment } from "@/lib/billing/auto-top-up/begin-payment";
import { GIVE_UP_MS, runAutoTopUps } from "@/lib/billing/auto-top-up/run-auto-top-ups";
import { readStatement } from "@/lib/billing/statements/statement";
import { type Database, db, openDatabase } from "@/lib/db/client";
import { writeEmail } from "@/lib/email/email-kinds";
import { newId } from "@/lib/ids";
import { topUp } from "@/lib/ledger/top-up";
import { mailOf, paymentsOf, stateOf, topped } from "@/tests/support/auto-top-ups";
import { useTestDatabase } from "@/tests/support/database/database";
import { failingAt } from "@/tests/support/database/failing-at";
import { useFakeStripe } from "@/tests/support/fake-stripe";
import { books, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();
const stripe = useFakeStripe();

/** 12:00 on 21 November in New Zealand. */
const NOON = new Date("2026-11-20T23:00:00Z");
const later = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

const run = (at = NOON, on: Database = db()) => runAutoTopUps(on, stripe.settings, at);
const charges = () => stripe.asked.filter((place) => place === "POST /v1/payment_intents").length;
const balanceOf = async (accountId: number) => Number((await books(accountId)).balance) / 1e6;
const spend = (accountId: number, dollars: bigint, at = NOON) =>
  adjustBalance(
    db(),
    { accountId, key: newId(), amountMicros: -dollars * 1_000_000n, reason: "Spent" },
    { accountId, address: "203.0.113.7" },
    at,
  );

describe("auto top-up", () => {
  it("pays once the balance is below, and tells the account", async () => {
    const { accountId } = await topped({ balance: 20n });
    await run();
    expect(charges()).toBe(0);
    await spend(accountId, 1n);
    await run(later(1));
    await run(later(2));
    expect(await books(accountId)).toEqual({ balance: 69_000_000n, ledger: 69_000_000n, entries: 3 });
    expect(await paymentsOf(accountId)).toEqual(["paid"]);
    const [row] = await db().prisma.autoTopUpPayment.findMany({ where: { accountId } });
    expect(Object.fromEntries(stripe.sent[0] ?? [])).toMatchObject({
      amount: "5000",
      currency: "nzd",
      customer: `cus_of_${accountId}`,
      off_session: "true",
      payment_method: `pm_of_${accountId}`,
      confirm: "true",
      "metadata[auto_top_up]": row?.id,
      "allowed_payment_method_types[0]": "card",
    });
    const entry = await db().prisma.ledgerEntry.findFirst({
      where: { accountId, kind: "topup", note: { not: "Opening balance" } },
    });
    expect(entry).toMatchObject({ note: "Auto top-up by card", reference: row?.paymentId, gstMicros: 0n });
    const statement = await readStatement(
      db(),
      { accountId, month: "2026-11", supplier: undefined, isAdmin: false },
      later(3),
    );
    expect(statement.entries).toContainEqual(
      expect.objectContaining({ note: "Auto top-up by card", amount: "50.00" }),
    );
    expect(await mailOf(accountId)).toEqual(["auto_top_up_paid"]);
    const [email] = await db().prisma.email.findMany({ where: { accountId } });
    expect(writeEmail("auto_top_up_paid", email?.details, "https://sms.example").text).toMatch(
      /charged NZ\$50\.00 to your Visa card ending 4242\. Your balance is now NZ\$69\.00\..*https:\/\/sms\.example\/billing/s,
    );
    const { activities } = await listActivity(db(), accountId, { page: 1, limit: 1 });
    expect(activities).toMatchObject([{ action: "auto_top_up_paid", actor: "automatic" }]);
  });

  it("pays nothing where it is off or paused, has no card, or the account is disabled", async () => {
    const off = await topped({ state: "off" });
    const paused = await topped({ state: "paused" });
    const cardless = await topped();
    const none = { methodId: null, brand: null, lastFour: null, expMonth: null, expYear: null };
    await db().prisma.savedCard.update({ where: { accountId: cardless.accountId }, data: none });
    const disabled = await topped();
    await db().prisma.account.update({ where: { id: disabled.accountId }, data: { status: "disabled" } });
    await testAccount({ balanceMicros: 0n });
    await run();
    expect(charges()).toBe(0);
    for (const { accountId } of [off, paused, cardless, disabled])
      expect(await paymentsOf(accountId)).toEqual([]);
  });

  it("pays for each account by itself", async () => {
    const accounts = [await topped(), await topped({ amount: 30n }), await topped({ balance: 100n })];
    await run();
    const balances = await Promise.all(accounts.map(({ accountId }) => balanceOf(accountId)));
    expect(balances).toEqual([60, 40, 100]);
  });
});

describe("several servers", () => {
  it("make one payment", async () => {
    const { accountId } = await topped();
    const other = openDatabase(process.env.DATABASE_URL ?? "", 4);
    try {
      await Promise.all([run(), run(NOON, other), run(), run(NOON, other)]);
    } finally {
      await other.close();
    }
    expect([charges(), await balanceOf(accountId)]).toEqual([1, 60]);
    expect(await paymentsOf(accountId)).toEqual(["paid"]);
  });

  it("credit it once, whether the event or the answer is first", async () => {
    const { accountId } = await topped();
    stripe.before = async () => {
      expect(await stripe.tell("payment_intent.succeeded", stripe.intents[0] ?? {})).toBe("credited");
    };
    await run();
    expect(await balanceOf(accountId)).toBe(60);
    stripe.before = async () => {};
    const intent = stripe.intents[0] ?? {};
    const told = [1, 2, 3].map(() => stripe.tell("payment_intent.succeeded", intent));
    expect(await Promise.all(told)).toEqual(["repeated", "repeated", "repeated"]);
    expect(await balanceOf(accountId)).toBe(60);
    expect(await mailOf(accountId)).toEqual(["auto_top_up_paid"]);
    expect(await paymentsOf(accountId)).toEqual(["paid"]);
  });

  it("credit it once when event and answer come at the same time", async () => {
    const { accountId } = await topped();
    stripe.trouble = "loses answers";
    await run();
    stripe.trouble = "none";
    const intent = stripe.intents[0] ?? {};
    await Promise.all([
      ...[1, 2, 3].map(() => stripe.tell("payment_intent.succeeded", intent)),
      run(later(3)),
      run(later(3)),
    ]);
    expect(await books(accountId)).toMatchObject({ balance: 60_000_000n, ledger: 60_000_000n, entries: 2 });
    expect(await mailOf(accountId)).toEqual(["auto_top_up_paid"]);
  });
});

describe("a payment whose outcome nobody knows", () => {
  it("is looked up, and credited without a second one", async () => {
    const { accountId } = await topped();
    stripe.trouble = "loses answers";
    await run();
    expect(await paymentsOf(accountId)).toEqual([null]);
    expect(await balanceOf(accountId)).toBe(10);
    await run(later(1));
    expect(await paymentsOf(accountId)).toEqual([null]);
    stripe.trouble = "none";
    const { nextAt } = await run(later(1));
    expect(nextAt).toEqual(later(2));
    await run(later(2));
    expect(await balanceOf(accountId)).toBe(60);
    expect(stripe.intents).toHaveLength(1);
  });

  it("is asked for again with the same key where Stripe has none", async () => {
    const { accountId } = await topped();
    stripe.trouble = "fails";
    await run();
    await run(later(2));
    await run(later(6));
    expect(await paymentsOf(accountId)).toEqual([null]);
    stripe.trouble = "none";
    await run(later(20));
    expect(await balanceOf(accountId)).toBe(60);
    expect(new Set(stripe.sent.map((body) => body.get("metadata[auto_top_up]"))).size).toBe(1);
    expect(stripe.intents).toHaveLength(1);
  });

  it("is cancelled where Stripe has none and nobody needs it now", async () => {
    const { accountId } = await topped();
    stripe.trouble = "fails";
    await run();
    await topUp(db(), { accountId, amountMicros: 100_000_000n, note: "Bank transfer" }, later(1));
    stripe.trouble = "none";
    await run(later(2));
    expect(await paymentsOf(accountId)).toEqual(["cancelled"]);
    expect(stripe.intents).toEqual([]);
    expect(await stateOf(accountId)).toBe("on");
  });

  it("was begun by a server that died before Stripe was asked, and is made by another", async () => {
    const { accountId } = await topped();
    await beginAutoPayment(db(), accountId, NOON);
    await run(later(1));
    expect(charges()).toBe(0);
    await run(later(2));
    expect(await balanceOf(accountId)).toBe(60);
  });

  test.each([
    "insert into card_payments",
    "insert into ledger_entries",
    "insert into emails",
    "insert into activities",
  ])("was paid when the server died at: %s", async (at) => {
    const { accountId } = await topped();
    await expect(run(NOON, failingAt(at))).rejects.toThrow("Killed.");
    expect(await balanceOf(accountId)).toBe(10);
    await run(later(2));
    await run(later(4));
    expect(await books(accountId)).toMatchObject({ balance: 60_000_000n, ledger: 60_000_000n, entries: 2 });
    expect([stripe.intents.length, await mailOf(accountId)]).toEqual([1, ["auto_top_up_paid"]]);
  });

  it("pauses auto top-up when Stripe says nothing for a day; a late event still credits it", async () => {
    const { accountId } = await topped();
    stripe.bank = "processes";
    await run();
    await run(later(60));
    expect(await paymentsOf(accountId)).toEqual([null]);
    await run(new Date(NOON.getTime() + GIVE_UP_MS + 60_000));
    expect(await paymentsOf(accountId)).toEqual(["refused: unanswered"]);
    expect(await stateOf(accountId)).toBe("paused: unanswered");
    expect(await stripe.tell("payment_intent.succeeded", { ...stripe.intents[0], status: "succeeded" })).toBe(
      "credited",
    );
    expect(await paymentsOf(accountId)).toEqual(["paid"]);
    expect(await balanceOf(accountId)).toBe(60);
  });
});

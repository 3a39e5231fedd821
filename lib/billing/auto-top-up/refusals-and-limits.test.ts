import { describe, expect, it, test } from "vitest";
import { runAutoTopUps } from "@/lib/billing/auto-top-up/run-auto-top-ups";
import { type Database, db } from "@/lib/db/client";
import { writeEmail } from "@/lib/email/email-kinds";
import { mailOf, paymentsOf, stateOf, topped } from "@/tests/support/auto-top-ups";
import { useTestDatabase } from "@/tests/support/database/database";
import { failingAt } from "@/tests/support/database/failing-at";
import { useFakeStripe } from "@/tests/support/fake-stripe";
import { books } from "@/tests/support/server/gateway";

useTestDatabase();
const stripe = useFakeStripe();

/** 12:00 on 21 November in New Zealand. */
const NOON = new Date("2026-11-20T23:00:00Z");
const later = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

const run = (at = NOON, on: Database = db()) => runAutoTopUps(on, stripe.settings, at);
const charges = () => stripe.asked.filter((place) => place === "POST /v1/payment_intents").length;
const balanceOf = async (accountId: number) => Number((await books(accountId)).balance) / 1e6;
const setBalance = (accountId: number, dollars: bigint) =>
  db().prisma.account.update({ where: { id: accountId }, data: { balanceMicros: dollars * 1_000_000n } });

describe("a payment that is refused", () => {
  test.each([
    ["declines", "declined", /declined a payment of NZ\$50\.00 by your Visa card ending 4242.*resume/s],
    ["asks", "confirmation", /wants you to confirm.*Save the card again/s],
    ["asks later", "confirmation", /wants you to confirm/],
    ["expired", "expired", /has expired\. Replace the card/],
  ] as const)(
    "when the bank %s pauses it, tells the account once, and is not tried again",
    async (bank, reason, words) => {
      const { accountId } = await topped();
      stripe.bank = bank;
      await run();
      await run(later(5));
      expect(charges()).toBe(1);
      expect(await paymentsOf(accountId)).toEqual([`refused: ${reason}`]);
      expect(await stateOf(accountId)).toBe(`paused: ${reason}`);
      expect(await mailOf(accountId)).toEqual(["auto_top_up_paused"]);
      const [email] = await db().prisma.email.findMany({ where: { accountId } });
      expect(writeEmail("auto_top_up_paused", email?.details, "https://sms.example")).toEqual({
        subject: "Auto top-up is paused",
        text: expect.stringMatching(words),
      });
      expect(await balanceOf(accountId)).toBe(10);
    },
  );

  it("pauses it when the card cannot be charged at all", async () => {
    const { accountId } = await topped();
    stripe.trouble = "no such card";
    await run();
    expect(await stateOf(accountId)).toBe("paused: card");
  });

  it("is settled once, whether the event or the answer is first", async () => {
    const { accountId } = await topped();
    stripe.bank = "declines";
    stripe.before = async () => {
      expect(await stripe.tell("payment_intent.payment_failed", stripe.intents[0] ?? {})).toBe("refused");
    };
    await run();
    expect(await stripe.tell("payment_intent.payment_failed", stripe.intents[0] ?? {})).toBe("repeated");
    expect(await mailOf(accountId)).toEqual(["auto_top_up_paused"]);
  });

  it("leaves no trace of a stop while it is written down, and is found again", async () => {
    const { accountId } = await topped();
    stripe.bank = "declines";
    await expect(run(NOON, failingAt("insert into emails"))).rejects.toThrow("Killed.");
    expect(await stateOf(accountId)).toBe("on");
    await run(later(2));
    expect([await stateOf(accountId), charges()]).toEqual(["paused: declined", 1]);
  });
});

describe("limits", () => {
  it("of payments in 24 hours hold, are told of once, and end", async () => {
    const { accountId } = await topped({ perDay: 2 });
    for (const minutes of [0, 60]) {
      await setBalance(accountId, 1n);
      await run(later(minutes));
    }
    await setBalance(accountId, 1n);
    for (const minutes of [120, 121, 24 * 60 - 1]) await run(later(minutes));
    expect(charges()).toBe(2);
    expect(await mailOf(accountId)).toEqual(["auto_top_up_paid", "auto_top_up_paid", "auto_top_up_limited"]);
    const { limitKind, limitUntil } = await db().prisma.autoTopUp.findUniqueOrThrow({ where: { accountId } });
    expect([limitKind, limitUntil]).toEqual(["day", later(24 * 60)]);
    await run(later(24 * 60));
    expect([charges(), await balanceOf(accountId)]).toEqual([3, 51]);
  });

  it("of a New Zealand month hold to its last moment, also where the clock changes", async () => {
    // April 2026 in New Zealand is one hour longer than 30 days: it ends at noon UTC, and began at 11:00.
    const end = new Date("2026-04-30T12:00:00Z");
    const { accountId } = await topped({ month: 99n });
    await run(new Date("2026-03-31T11:00:00Z"));
    await setBalance(accountId, 1n);
    await run(new Date(end.getTime() - 1));
    expect(charges()).toBe(1);
    const { limitUntil } = await db().prisma.autoTopUp.findUniqueOrThrow({ where: { accountId } });
    expect(limitUntil).toEqual(end);
    const email = await db().prisma.email.findFirst({ where: { accountId, kind: "auto_top_up_limited" } });
    expect(writeEmail("auto_top_up_limited", email?.details, undefined).text).toContain(
      "your monthly limit. The next payment of NZ$50.00 can be made from 2026-05-01 00:00:00 (New Zealand time)",
    );
    await run(end);
    expect(charges()).toBe(2);
  });

  it("count what was refused, so that nobody tries cards without end", async () => {
    const { accountId } = await topped({ perDay: 10 });
    stripe.bank = "declines";
    const resumed = { state: "on", pausedFor: null, pausedAt: null };
    for (let tries = 0; tries < 25; tries++) {
      await run(later(tries));
      await db().prisma.autoTopUp.updateMany({ where: { accountId, state: "paused" }, data: resumed });
    }
    expect(charges()).toBe(20);
  });

  it("are never passed by an account that owes more than a payment", async () => {
    const { accountId } = await topped({ balance: 0n, perDay: 3 });
    await db().prisma.account.update({ where: { id: accountId }, data: { owedMicros: 1_000_000_000n } });
    for (const minutes of [0, 1, 2, 3, 4]) await run(later(minutes));
    expect([charges(), await balanceOf(accountId)]).toEqual([3, 0]);
  });
});

describe("what is taken back", () => {
  const charge = () => ({ id: "ch_1", payment_intent: stripe.intents[0]?.id, currency: "nzd" });

  it("of a payment goes from the balance, and pauses auto top-up before the card pays for it", async () => {
    const { accountId } = await topped();
    await run();
    expect(await stripe.tell("charge.refunded", { ...charge(), amount_refunded: 5_000 })).toBe("adjusted");
    expect([await balanceOf(accountId), await stateOf(accountId)]).toEqual([10, "paused: taken_back"]);
    await run(later(5));
    expect(charges()).toBe(1);
    expect(await mailOf(accountId)).toEqual(["auto_top_up_paid", "auto_top_up_paused"]);
  });

  it("by a dispute pauses it; one that is won leaves it as it is", async () => {
    const { accountId } = await topped();
    await run();
    const dispute = { ...charge(), id: "dp_1", amount: 5_000, status: "needs_response" };
    expect(await stripe.tell("charge.dispute.created", dispute)).toBe("adjusted");
    expect(await stateOf(accountId)).toBe("paused: taken_back");
    await db().prisma.autoTopUp.update({
      where: { accountId },
      data: { state: "on", pausedFor: null, pausedAt: null },
    });
    const won = { ...dispute, status: "won" };
    expect(await stripe.tell("charge.dispute.closed", won, { at: new Date(Date.now() + 5_000) })).toBe(
      "adjusted",
    );
    expect([await balanceOf(accountId), await stateOf(accountId)]).toEqual([60, "on"]);
  });

  it("before the payment was credited is taken once it is, and pauses auto top-up as well", async () => {
    const { accountId } = await topped();
    stripe.trouble = "loses answers";
    await run();
    stripe.trouble = "none";
    expect(await stripe.tell("charge.refunded", { ...charge(), amount_refunded: 5_000 })).toBe("repeated");
    await run(later(2));
    await run(later(3));
    expect(await books(accountId)).toMatchObject({ balance: 10_000_000n, ledger: 10_000_000n });
    expect([stripe.intents.length, await stateOf(accountId)]).toEqual([1, "paused: taken_back"]);
    // The email about the payment shows the remaining balance.
    const email = await db().prisma.email.findFirst({ where: { accountId, kind: "auto_top_up_paid" } });
    expect(email?.details).toMatchObject({ amountMicros: "50000000", balanceMicros: "10000000" });
  });
});

describe("an event", () => {
  it("of a payment that was not begun here by itself is ignored", async () => {
    const { accountId } = await topped();
    await run();
    const [intent] = stripe.intents;
    const other = (metadata: object) =>
      stripe.tell("payment_intent.succeeded", { ...intent, id: "pi_other", metadata });
    const own = intent?.metadata ?? {};
    expect(await other({})).toBe("ignored");
    expect(await other({ ...own, purpose: "gateway_top_up" })).toBe("ignored");
    expect(await other({ ...own, amount_cents: "100" })).toBe("ignored");
    expect(await other({ ...own, auto_top_up: "none" })).toBe("ignored");
    expect(await other({ ...own, account_id: "999999" })).toBe("ignored");
    expect(await balanceOf(accountId)).toBe(60);
  });
});

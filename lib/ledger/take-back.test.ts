import { describe, expect, it } from "vitest";
import { adjustBalance } from "@/lib/billing/adjust-balance";
import { db, openDatabase } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { topUp } from "@/lib/ledger/top-up";
import { accept } from "@/lib/messages/accept/accept";
import { stateOf, topped } from "@/tests/support/auto-top-ups";
import { cancelNow } from "@/tests/support/database/cancel-now";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { books, testAccount } from "@/tests/support/server/gateway";
import { paidSession, useStripe } from "@/tests/support/stripe";

useTestDatabase();
const stripe = useStripe();
const { tell } = stripe;

const DOLLAR = 1_000_000n;
let made = 0;
/** In seconds, as Stripe counts. Each event is one second after the previous one. */
let clock = 1_790_000_000;

function eventOf(type: string, object: object) {
  return { id: `evt_back_${++made}`, object: "event", type, created: ++clock, data: { object } };
}

const paid = (accountId: number, payment: string) =>
  eventOf("checkout.session.completed", paidSession(accountId, payment));

function refunded(payment: string, cents: number, overrides: object = {}) {
  const charge = { id: `ch_${payment}`, payment_intent: payment, amount: 5_000, currency: "nzd" };
  return eventOf("charge.refunded", { ...charge, amount_refunded: cents, ...overrides });
}

function disputed(payment: string, status: string, overrides: object = {}) {
  const isClosed = ["won", "lost", "warning_closed"].includes(status);
  const dispute = { id: `dp_${payment}`, payment_intent: payment, amount: 5_000, currency: "nzd", status };
  return eventOf(`charge.dispute.${isClosed ? "closed" : "created"}`, { ...dispute, ...overrides });
}

/** Creates an account with only a card payment of NZ$50. */
async function payer() {
  const { accountId } = await testAccount({ balanceMicros: 0n });
  const payment = `pi_${++made}`;
  expect(await tell(paid(accountId, payment))).toBe("credited");
  return { accountId, payment };
}

/** Returns balance, entries and debt, in dollars, and checks that the ledger sums to the balance. */
async function stands(accountId: number) {
  const { balance, ledger, entries } = await books(accountId);
  expect(ledger).toBe(balance);
  const { owedMicros } = await db().prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  return { balance: Number(balance) / 1e6, owed: Number(owedMicros) / 1e6, entries };
}

const spend = (accountId: number, dollars: bigint) =>
  adjustBalance(
    db(),
    { accountId, key: newId(), amountMicros: -dollars * DOLLAR, reason: "Spent" },
    { accountId, address: "203.0.113.7" },
    new Date(),
  );

const notesOf = async (accountId: number) =>
  (await db().prisma.ledgerEntry.findMany({ where: { accountId }, orderBy: { createdAt: "asc" } })).map(
    ({ kind, amountMicros, note }) => `${kind} ${Number(amountMicros) / 1e6} ${note}`,
  );

describe("a refund", () => {
  it("takes back what was credited, once for each event, however often it is told", async () => {
    const { accountId, payment } = await payer();
    const first = refunded(payment, 2_000);
    expect([await tell(first), await tell(first)]).toEqual(["adjusted", "repeated"]);
    expect(await stands(accountId)).toEqual({ balance: 30, owed: 0, entries: 2 });
    expect(await tell(refunded(payment, 5_000))).toBe("adjusted");
    expect(await stands(accountId)).toEqual({ balance: 0, owed: 0, entries: 3 });
    expect(await notesOf(accountId)).toEqual([
      "topup 50 Top-up by card",
      "adjustment -20 Refund of a card payment",
      "adjustment -30 Refund of a card payment",
    ]);
    const entry = await db().prisma.ledgerEntry.findUnique({ where: { reference: first.id } });
    expect(entry).toMatchObject({ accountId, amountMicros: -20n * DOLLAR });
  });

  it("counts for nothing when a larger one was told before it", async () => {
    const { accountId, payment } = await payer();
    const smaller = refunded(payment, 1_000);
    expect(await tell(refunded(payment, 3_000))).toBe("adjusted");
    expect(await tell(smaller)).toBe("repeated");
    expect(await stands(accountId)).toEqual({ balance: 20, owed: 0, entries: 2 });
  });

  it("that is told before the payment is taken back with its credit, and pauses auto top-up", async () => {
    const { accountId } = await topped({ balance: 0n });
    const payment = `pi_${++made}`;
    stripe.sessions.set(payment, paidSession(accountId, payment));
    expect(await tell(refunded(payment, 2_000))).toBe("repeated");
    expect(await stands(accountId)).toEqual({ balance: 0, owed: 0, entries: 0 });
    expect(await stateOf(accountId)).toBe("on");
    expect(await tell(paid(accountId, payment))).toBe("credited");
    expect(await stands(accountId)).toEqual({ balance: 30, owed: 0, entries: 2 });
    expect(await stateOf(accountId)).toBe("paused: taken_back");
  });

  it("finds a payment that was credited before payments were recorded, and asks Stripe once", async () => {
    const { accountId } = await testAccount({ balanceMicros: 0n });
    const payment = `pi_${++made}`;
    stripe.sessions.set(payment, { ...paidSession(accountId, payment), metadata: {} });
    await topUp(
      db(),
      { accountId, amountMicros: 50n * DOLLAR, note: "Top-up by card", reference: `cs_${payment}` },
      new Date(),
    );
    const before = stripe.asked;
    expect(await tell(refunded(payment, 2_000))).toBe("adjusted");
    expect(await tell(refunded(payment, 4_000))).toBe("adjusted");
    expect(stripe.asked).toBe(before + 1);
    expect(await stands(accountId)).toEqual({ balance: 10, owed: 0, entries: 3 });
  });

  it("finds a payment whose credit was recorded in the ledger alone after its first refund was told", async () => {
    const { accountId } = await testAccount({ balanceMicros: 0n });
    const payment = `pi_${++made}`;
    stripe.sessions.set(payment, paidSession(accountId, payment));
    expect(await tell(refunded(payment, 2_000))).toBe("repeated");
    await topUp(
      db(),
      { accountId, amountMicros: 50n * DOLLAR, note: "Top-up by card", reference: `cs_${payment}` },
      new Date(),
    );
    expect(await tell(refunded(payment, 2_000))).toBe("adjusted");
    expect(await stands(accountId)).toEqual({ balance: 30, owed: 0, entries: 2 });
  });

  it("is taken once by two servers that are told at the same time", async () => {
    const { accountId, payment } = await payer();
    const other = openDatabase(process.env.DATABASE_URL ?? "", 4);
    try {
      const [part, all, dispute] = [
        refunded(payment, 2_000),
        refunded(payment, 3_000),
        disputed(payment, "lost"),
      ];
      await Promise.all(
        [part, all, dispute, part, all, dispute].map((event, index) => tell(event, index % 2 ? other : db())),
      );
      expect(await stands(accountId)).toMatchObject({ balance: 0, owed: 0 });
      const payments = await db().prisma.cardPayment.findUnique({ where: { id: payment } });
      expect(payments).toMatchObject({ refundedMicros: 30n * DOLLAR, takenMicros: 50n * DOLLAR });
    } finally {
      await other.close();
    }
  });
});

describe("a dispute", () => {
  it("takes the payment, and gives it back when it is won", async () => {
    const { accountId, payment } = await payer();
    expect(await tell(disputed(payment, "needs_response"))).toBe("adjusted");
    expect(await stands(accountId)).toEqual({ balance: 0, owed: 0, entries: 2 });
    const won = disputed(payment, "won");
    expect([await tell(won), await tell(won)]).toEqual(["adjusted", "repeated"]);
    expect(await stands(accountId)).toEqual({ balance: 50, owed: 0, entries: 3 });
    expect((await notesOf(accountId)).slice(1)).toEqual([
      "adjustment -50 Dispute of a card payment",
      "adjustment 50 Dispute of a card payment, won",
    ]);
  });

  it("that is lost stays taken", async () => {
    const { accountId, payment } = await payer();
    await tell(disputed(payment, "needs_response"));
    expect(await tell(disputed(payment, "lost"))).toBe("repeated");
    expect(await stands(accountId)).toEqual({ balance: 0, owed: 0, entries: 2 });
  });

  it("takes nothing when its end is told before its beginning, and it was won", async () => {
    const { accountId, payment } = await payer();
    const created = disputed(payment, "needs_response");
    expect([await tell(disputed(payment, "won")), await tell(created)]).toEqual(["repeated", "repeated"]);
    expect(await stands(accountId)).toEqual({ balance: 50, owed: 0, entries: 1 });
  });

  it("takes nothing while it is an inquiry, and takes when it becomes more", async () => {
    const { accountId, payment } = await payer();
    expect(await tell(disputed(payment, "warning_needs_response"))).toBe("repeated");
    const { data } = disputed(payment, "needs_response");
    expect(await tell(eventOf("charge.dispute.updated", data.object))).toBe("adjusted");
    expect(await stands(accountId)).toMatchObject({ balance: 0 });
  });

  it("does not take again what a refund has taken, and gives back no more than it took", async () => {
    const { accountId, payment } = await payer();
    await tell(refunded(payment, 2_000));
    expect(await tell(disputed(payment, "needs_response"))).toBe("adjusted");
    expect(await stands(accountId)).toEqual({ balance: 0, owed: 0, entries: 3 });
    expect(await tell(disputed(payment, "won"))).toBe("adjusted");
    expect(await stands(accountId)).toEqual({ balance: 30, owed: 0, entries: 4 });
  });
});

describe("what the balance does not cover", () => {
  /** Creates an account that has spent NZ$45 of NZ$50 and owes them, since all NZ$50 were refunded. */
  async function debtor() {
    const { accountId, payment } = await payer();
    await spend(accountId, 45n);
    expect(await tell(refunded(payment, 5_000))).toBe("adjusted");
    expect(await stands(accountId)).toEqual({ balance: 0, owed: 45, entries: 3 });
    return accountId;
  }

  it("is paid first by top-ups, by an adjustment and by the next card payment", async () => {
    const accountId = await debtor();
    expect(await topUp(db(), { accountId, amountMicros: 10n * DOLLAR, note: "Invoice" }, new Date())).toBe(
      0n,
    );
    expect(await stands(accountId)).toMatchObject({ balance: 0, owed: 35 });
    const adjustment = { accountId, key: newId(), amountMicros: 15n * DOLLAR, reason: "Goodwill" };
    const adjust = () => adjustBalance(db(), adjustment, { accountId, address: "203.0.113.7" }, new Date());
    expect([await adjust(), await adjust()]).toEqual([0n, 0n]);
    expect(await stands(accountId)).toMatchObject({ balance: 0, owed: 20 });
    expect(await tell(paid(accountId, `pi_${++made}`))).toBe("credited");
    expect(await stands(accountId)).toEqual({ balance: 30, owed: 0, entries: 9 });
    expect((await notesOf(accountId)).filter((note) => note.includes("Owed"))).toEqual([
      "adjustment -10 Owed for a card payment that was taken back",
      "adjustment -15 Owed for a card payment that was taken back",
      "adjustment -20 Owed for a card payment that was taken back",
    ]);
  });

  it("is paid by the price of a held message that is given back", async () => {
    const { accountId, payment } = await payer();
    const at = new Date();
    const items = [testItem({ dueAt: null })];
    await accept(db(), [testSubmission(accountId, { heldHosts: ["example.com"], items })], at, () => "");
    await tell(refunded(payment, 5_000));
    const { owed } = await stands(accountId);
    expect(owed).toBeGreaterThan(0);
    const ids = items.map(({ id }) => id);
    expect(await cancelNow({ accountId, ids }, at)).toBe(1);
    expect(await stands(accountId)).toMatchObject({ balance: 0, owed: 0 });
  });

  it("is owed no more when the dispute is won", async () => {
    const { accountId, payment } = await payer();
    await spend(accountId, 45n);
    await tell(disputed(payment, "needs_response"));
    expect(await stands(accountId)).toMatchObject({ balance: 0, owed: 45 });
    await tell(disputed(payment, "won"));
    expect(await stands(accountId)).toMatchObject({ balance: 5, owed: 0 });
  });

  it("is never there beside a balance", async () => {
    const { accountId } = await testAccount();
    const withoutTrigger = db().transaction(async (tx) => {
      await tx.query(sql`alter table accounts disable trigger owed_settled`);
      await tx.query(sql`update accounts set owed_micros = 1 where id = ${accountId}`);
    });
    await expect(withoutTrigger).rejects.toThrow("accounts_owed_check");
  });
});

describe("a payment that is not known", () => {
  it("is ignored: another product's, one without a payment intent, and one in another currency", async () => {
    const { accountId, payment } = await payer();
    stripe.sessions.set("pi_shop", { ...paidSession(accountId, "pi_shop"), metadata: { purpose: "shop" } });
    const strange = [
      refunded("pi_nobody", 5_000),
      refunded("pi_shop", 5_000),
      disputed("pi_nobody", "lost"),
      refunded(payment, 5_000, { payment_intent: null }),
      refunded(payment, 5_000, { currency: "usd" }),
      eventOf("charge.succeeded", {}),
    ];
    for (const event of strange) expect(await tell(event)).toBe("ignored");
    expect(await stands(accountId)).toEqual({ balance: 50, owed: 0, entries: 1 });
  });

  it("is told again where Stripe cannot be asked about it", async () => {
    stripe.status = 500;
    try {
      await expect(tell(refunded("pi_later", 5_000))).rejects.toMatchObject({ code: "unavailable" });
    } finally {
      stripe.status = 200;
    }
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { POST as crmA } from "@/app/crm-a/workflow.php/route";
import { POST as crmC } from "@/app/crm-c/send.php/route";
import { POST as mailAddin } from "@/app/mail-addin/send.php/route";
import { GET as legacySend } from "@/app/send.php/route";
import { cellOfAccount } from "@/lib/cell-numbers";
import type { Database } from "@/lib/db/client";
import { openCell, useTestCells, whileCell } from "@/tests/support/database/cells";
import { bring } from "@/tests/support/mail/bring-email";
import { newDomain, setUpEmail } from "@/tests/support/mail/email-sender";
import { ask } from "@/tests/support/member";
import { books, call, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { MOBILE } from "@/tests/support/server/send";
import { paidSession, useStripe } from "@/tests/support/stripe";

const { POST: setUp } = handlersOf("/api/members/integrations");
const { POST: roll } = handlersOf("/api/members/integrations/secret");

useTestCells();
const stripe = useStripe();

const CELLS = [1, 2, 3];
let accounts: Map<number, TestAccount>;
beforeAll(async () => {
  accounts = new Map();
  for (const cell of CELLS) accounts.set(cell, await testAccount({}, openCell(cell)));
});

const accountOf = (cell: number) => accounts.get(cell) as TestAccount;
const cellOf = ({ accountId }: TestAccount): Database => openCell(cellOfAccount(accountId));

/** How many messages each account has by now. */
async function counts(): Promise<number[]> {
  return Promise.all(CELLS.map(async (cell) => (await messagesOf(accountOf(cell).accountId)).length));
}

/** Does what is to send one message for an account, and looks that it is the account's, and nobody else's. */
async function sendsFor(cell: number, work: () => Promise<unknown>): Promise<void> {
  const before = await counts();
  await work();
  const after = await counts();
  expect(after).toEqual(before.map((count, index) => count + (CELLS[index] === cell ? 1 : 0)));
}

describe.each(CELLS)("what sends for an account of cell %i", (cell) => {
  const secretOf = async (kind: string): Promise<{ secret: string; shortcodeId: number }> => {
    const { id } = await openCell(cell).prisma.shortcode.findUniqueOrThrow({ where: { number: "552" } });
    const json = { kind, shortcodeId: id, messageClass: "transactional", rateCode: "" };
    const made = await ask<{ secret: string }>(setUp, accountOf(cell), { json });
    expect(made.status).toBe(200);
    expect(made.body.secret).toMatch(cell === 1 ? /^isk_[^.]+$/ : new RegExp(`^isk_${cell}\\.[^.]+$`));
    return { secret: made.body.secret, shortcodeId: id };
  };
  const text = { to: MOBILE, message: "Kia ora" };

  it("is known by a customer number, in a query string", async () => {
    const { secret, shortcodeId } = await secretOf("crm_a");
    const { accountId } = accountOf(cell);
    const query = { cust_id: String(accountId), shortcode_id: String(shortcodeId), key: secret };
    await sendsFor(cell, async () => {
      expect(await call(crmA, { query, json: text })).toMatchObject({ status: 200 });
    });
    const wrong = { ...query, cust_id: String(accountId + 1) };
    expect((await call(crmA, { query: wrong, json: text })).status).toBeGreaterThanOrEqual(400);
  });

  it("is known by a secret alone, and by the one that took its place", async () => {
    const { secret } = await secretOf("mail_addin");
    const by = (token: string) =>
      call(mailAddin, { json: text, headers: { authorization: `Bearer ${token}` } });
    await sendsFor(cell, async () => expect(await by(secret)).toMatchObject({ status: 200 }));
    const rolled = await ask<{ secret: string }>(roll, accountOf(cell), { json: { kind: "mail_addin" } });
    await sendsFor(cell, async () => expect(await by(rolled.body.secret)).toMatchObject({ status: 200 }));
    expect((await by(secret)).status).toBe(401);
  });

  it("is known by a key in its body", async () => {
    const { secret } = await secretOf("crm_c");
    await sendsFor(cell, async () => {
      expect(await call(crmC, { json: { ...text, api_key: secret } })).toMatchObject({ status: 200 });
    });
  });

  it("is known by name and password of the legacy endpoint", async () => {
    const { userId: username, password } = accountOf(cell);
    const query = { username, password, cellnum: MOBILE, message: "Kia ora" };
    await sendsFor(cell, async () => {
      expect(await call(legacySend, { method: "GET", query })).toMatchObject({ status: 200 });
    });
  });

  it("is known by the sender of an email", async () => {
    const domain = newDomain();
    const from = `alice@${domain}`;
    await setUpEmail(accountOf(cell).accountId, [from]);
    await sendsFor(cell, () => bring({ from }));
  });
});

describe.each(CELLS)("a payment by card of an account of cell %i", (cell) => {
  it("is credited there, and taken back there, by whichever of its events names it", async () => {
    const account = accountOf(cell);
    const { accountId } = account;
    const payment = `pi_of_${cell}`;
    const session = paidSession(accountId, payment);
    const before = await books(accountId);
    const credit = { id: `evt_${cell}`, object: "event", type: "checkout.session.completed" };
    expect(await stripe.tell({ ...credit, data: { object: session } })).toBe("credited");
    expect((await books(accountId)).balance - before.balance).toBe(50_000_000n);
    const charge = { object: "charge", payment_intent: payment, currency: "nzd", amount_refunded: 5_000 };
    const refund = {
      id: `evt_back_${cell}`,
      object: "event",
      type: "charge.refunded",
      data: { object: charge },
    };
    expect(await stripe.tell(refund)).toBe("adjusted");
    const after = await books(accountId);
    expect([after.balance, after.ledger]).toEqual([before.balance, before.balance]);
  });

  it("that is refunded before it is credited is found by what Stripe says of it", async () => {
    const { accountId } = accountOf(cell);
    const payment = `pi_early_${cell}`;
    stripe.sessions.set(payment, paidSession(accountId, payment));
    const charge = { object: "charge", payment_intent: payment, currency: "nzd", amount_refunded: 5_000 };
    const refund = {
      id: `evt_early_${cell}`,
      object: "event",
      type: "charge.refunded",
      data: { object: charge },
    };
    await stripe.tell(refund);
    const rows = await Promise.all(
      CELLS.map((number) => openCell(number).prisma.cardPayment.count({ where: { id: payment } })),
    );
    expect(rows).toEqual(CELLS.map((number) => (number === cell ? 1 : 0)));
  });

  it("that is a card which was renewed finds the account that saved it", async () => {
    const { accountId } = accountOf(cell);
    const { prisma } = cellOf(accountOf(cell));
    const methodId = `pm_${cell}`;
    const card = { brand: "visa", lastFour: "1111", expMonth: 1, expYear: 2027 };
    await prisma.savedCard.create({
      data: { accountId, customerId: `cus_${cell}`, methodId, toldAt: new Date(), ...card },
    });
    const renewed = {
      id: methodId,
      object: "payment_method",
      card: { brand: "visa", last4: "2222", exp_month: 2, exp_year: 2031 },
    };
    const type = "payment_method.automatically_updated";
    const told = { id: `evt_card_${cell}`, object: "event", type, data: { object: renewed } };
    expect(await stripe.tell(told)).toBe("saved");
    expect(await prisma.savedCard.findUnique({ where: { accountId } })).toMatchObject({ lastFour: "2222" });
  });
});

describe.each(["is away", "hangs"] as const)("while cell 2 %s", (how) => {
  const whileAway = <Result>(work: () => Promise<Result>) => whileCell(2, how, work);
  const name = how.replace(" ", "_");

  it("what is of another cell goes on: emails, refunds, and cards that were renewed", async () => {
    const account = await testAccount({}, openCell(3));
    const { accountId } = account;
    const from = `alice@${newDomain()}`;
    await setUpEmail(accountId, [from]);
    const [payment, methodId] = [`pi_${name}`, `pm_${name}`];
    const credit = { id: `evt_${name}`, object: "event", type: "checkout.session.completed" };
    await stripe.tell({ ...credit, data: { object: paidSession(accountId, payment) } });
    const card = { brand: "visa", lastFour: "1111", expMonth: 1, expYear: 2027 };
    const { prisma } = cellOf(account);
    const saved = { customerId: `cus_${name}`, methodId, toldAt: new Date(), ...card };
    await prisma.savedCard.create({ data: { accountId, ...saved } });

    await whileAway(async () => {
      const sent = (await messagesOf(accountId)).length;
      await bring({ from });
      expect(await messagesOf(accountId)).toHaveLength(sent + 1);
      const charge = { object: "charge", payment_intent: payment, currency: "nzd", amount_refunded: 5_000 };
      const told = { id: `evt_back_${name}`, object: "event", type: "charge.refunded" };
      expect(await stripe.tell({ ...told, data: { object: charge } })).toBe("adjusted");
      const now = { brand: "visa", last4: "3333", exp_month: 2, exp_year: 2031 };
      const renewed = { id: methodId, object: "payment_method", card: now };
      const type = "payment_method.automatically_updated";
      expect(
        await stripe.tell({ id: `evt_card_${name}`, object: "event", type, data: { object: renewed } }),
      ).toBe("saved");
    });
  });

  it("what only that one may know is asked for again, and not forgotten", async () => {
    const from = `bob@${newDomain()}`;
    const charge = { object: "charge", payment_intent: `pi_2_${name}`, currency: "nzd", amount_refunded: 1 };
    const told = { id: `evt_2_${name}`, object: "event", type: "charge.refunded", data: { object: charge } };
    await whileAway(async () => {
      await expect(bring({ from })).rejects.toThrow("does not take this just now");
      await expect(stripe.tell(told)).rejects.toThrow("does not take this just now");
    });
    // One that did not answer is let be for a moment.
    const again = () => stripe.tell(told).catch(() => "not yet");
    await expect.poll(again, { timeout: 30_000, interval: 500 }).toBe("ignored");
  });
});

describe("a payment of an account in a cell that this server does not know", () => {
  const elsewhere = 4 * 20_000_000 + 1;

  it("is refused, so that Stripe tells another server of it", async () => {
    const credit = { id: "evt_4", object: "event", type: "checkout.session.completed" };
    const session = paidSession(elsewhere, "pi_4");
    await expect(stripe.tell({ ...credit, data: { object: session } })).rejects.toThrow("just now");
    stripe.sessions.set("pi_4", session);
    const charge = { object: "charge", payment_intent: "pi_4", currency: "nzd", amount_refunded: 5_000 };
    const back = { id: "evt_back_4", object: "event", type: "charge.refunded", data: { object: charge } };
    await expect(stripe.tell(back)).rejects.toThrow("just now");
  });

  it("is none of ours where another product of the same Stripe account began it", async () => {
    const session = { ...paidSession(elsewhere, "pi_other"), metadata: { purpose: "something else" } };
    const credit = { id: "evt_other", object: "event", type: "checkout.session.completed" };
    expect(await stripe.tell({ ...credit, data: { object: session } })).toBe("ignored");
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { POST as crmA } from "@/app/crm-a/workflow.php/route";
import { POST as crmC } from "@/app/crm-c/send.php/route";
import { POST as mailAddin } from "@/app/mail-addin/send.php/route";
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

/** Counts the messages of each account. */
async function counts(): Promise<number[]> {
  return Promise.all(CELLS.map(async (cell) => (await messagesOf(accountOf(cell).accountId)).length));
}

/** Runs work that sends one message for an account, and expects it in that account and in no other. */
async function sendsFor(cell: number, work: () => Promise<unknown>): Promise<void> {
  const before = await counts();
  await work();
  const after = await counts();
  expect(after).toEqual(before.map((count, index) => count + (CELLS[index] === cell ? 1 : 0)));
}

it.each(CELLS)("integrations and emails send for their own account of cell %i", async (cell) => {
  const account = accountOf(cell);
  const secretOf = async (kind: string): Promise<{ secret: string; shortcodeId: number }> => {
    const { id } = await openCell(cell).prisma.shortcode.findUniqueOrThrow({ where: { number: "552" } });
    const json = { kind, shortcodeId: id, messageClass: "transactional", rateCode: "" };
    const made = await ask<{ secret: string }>(setUp, account, { json });
    expect(made.body.secret).toMatch(cell === 1 ? /^isk_[^.]+$/ : new RegExp(`^isk_${cell}\\.[^.]+$`));
    return { secret: made.body.secret, shortcodeId: id };
  };
  const text = { to: MOBILE, message: "Kia ora" };

  // A customer number in a query string.
  const { secret: key, shortcodeId } = await secretOf("crm_a");
  const query = { cust_id: String(account.accountId), shortcode_id: String(shortcodeId), key };
  await sendsFor(cell, async () => expect((await call(crmA, { query, json: text })).status).toBe(200));
  const wrong = { ...query, cust_id: String(account.accountId + 1) };
  expect((await call(crmA, { query: wrong, json: text })).status).toBeGreaterThanOrEqual(400);

  // A secret alone, and its successor.
  const { secret } = await secretOf("mail_addin");
  const by = async (token: string) =>
    (await call(mailAddin, { json: text, headers: { authorization: `Bearer ${token}` } })).status;
  await sendsFor(cell, async () => expect(await by(secret)).toBe(200));
  const rolled = await ask<{ secret: string }>(roll, account, { json: { kind: "mail_addin" } });
  await sendsFor(cell, async () => expect(await by(rolled.body.secret)).toBe(200));
  expect(await by(secret)).toBe(401);

  // A key in the body.
  const { secret: api_key } = await secretOf("crm_c");
  await sendsFor(cell, async () =>
    expect((await call(crmC, { json: { ...text, api_key } })).status).toBe(200),
  );

  // The sender of an email.
  const from = `alice@${newDomain()}`;
  await setUpEmail(account.accountId, [from]);
  await sendsFor(cell, () => bring({ from }));
});

const event = (id: string, type: string, object: object) => ({ id, object: "event", type, data: { object } });
const credit = (id: string, session: object) => event(id, "checkout.session.completed", session);
const refund = (id: string, payment: string) =>
  event(id, "charge.refunded", {
    object: "charge",
    payment_intent: payment,
    currency: "nzd",
    amount_refunded: 5_000,
  });
const renewal = (id: string, methodId: string) => {
  const card = { brand: "visa", last4: "2222", exp_month: 2, exp_year: 2031 };
  return event(id, "payment_method.automatically_updated", { id: methodId, object: "payment_method", card });
};

async function saveCard(account: TestAccount, methodId: string): Promise<void> {
  const { accountId } = account;
  const card = { brand: "visa", lastFour: "1111", expMonth: 1, expYear: 2027 };
  const saved = { accountId, customerId: `cus_of_${methodId}`, methodId, toldAt: new Date(), ...card };
  await cellOf(account).prisma.savedCard.create({ data: saved });
}

const lastFourOf = async (account: TestAccount) =>
  (await cellOf(account).prisma.savedCard.findUnique({ where: { accountId: account.accountId } }))?.lastFour;

describe.each(CELLS)("a payment by card of an account of cell %i", (cell) => {
  it("is credited there, and taken back there, by whichever of its events names it", async () => {
    const { accountId } = accountOf(cell);
    const payment = `pi_of_${cell}`;
    const before = await books(accountId);
    expect(await stripe.tell(credit(`evt_${cell}`, paidSession(accountId, payment)))).toBe("credited");
    expect((await books(accountId)).balance - before.balance).toBe(50_000_000n);
    expect(await stripe.tell(refund(`evt_back_${cell}`, payment))).toBe("adjusted");
    const after = await books(accountId);
    expect([after.balance, after.ledger]).toEqual([before.balance, before.balance]);
  });

  it("that is refunded before it is credited is found by what Stripe says of it", async () => {
    const payment = `pi_early_${cell}`;
    stripe.sessions.set(payment, paidSession(accountOf(cell).accountId, payment));
    await stripe.tell(refund(`evt_early_${cell}`, payment));
    const rows = await Promise.all(
      CELLS.map((number) => openCell(number).prisma.cardPayment.count({ where: { id: payment } })),
    );
    expect(rows).toEqual(CELLS.map((number) => (number === cell ? 1 : 0)));
  });

  it("that is a card which was renewed finds the account that saved it", async () => {
    await saveCard(accountOf(cell), `pm_${cell}`);
    expect(await stripe.tell(renewal(`evt_card_${cell}`, `pm_${cell}`))).toBe("saved");
    expect(await lastFourOf(accountOf(cell))).toBe("2222");
  });
});

describe.each(["is away", "hangs"] as const)("while cell 2 %s", (how) => {
  const name = how.replace(" ", "_");

  it("what is of another cell goes on: emails, refunds, and cards that were renewed", async () => {
    const account = await testAccount({}, openCell(3));
    const { accountId } = account;
    const from = `alice@${newDomain()}`;
    await setUpEmail(accountId, [from]);
    await stripe.tell(credit(`evt_${name}`, paidSession(accountId, `pi_${name}`)));
    await saveCard(account, `pm_${name}`);
    await whileCell(2, how, async () => {
      await bring({ from });
      expect(await messagesOf(accountId)).toHaveLength(1);
      expect(await stripe.tell(refund(`evt_back_${name}`, `pi_${name}`))).toBe("adjusted");
      expect(await stripe.tell(renewal(`evt_card_${name}`, `pm_${name}`))).toBe("saved");
    });
  });

  it("what only that one may know is asked for again, and not forgotten", async () => {
    const told = refund(`evt_2_${name}`, `pi_2_${name}`);
    await whileCell(2, how, async () => {
      await expect(bring({ from: `bob@${newDomain()}` })).rejects.toThrow("refuses statements at the moment");
      await expect(stripe.tell(told)).rejects.toThrow("refuses statements at the moment");
    });
    // The cell that did not answer is skipped for a moment.
    const again = () => stripe.tell(told).catch(() => "not yet");
    await expect.poll(again, { timeout: 30_000, interval: 500 }).toBe("ignored");
  });
});

it("a payment of an account in a cell that this server does not know is refused for another server", async () => {
  const elsewhere = 4 * 20_000_000 + 1;
  const session = paidSession(elsewhere, "pi_4");
  await expect(stripe.tell(credit("evt_4", session))).rejects.toThrow("refuses statements at the moment");
  stripe.sessions.set("pi_4", session);
  await expect(stripe.tell(refund("evt_back_4", "pi_4"))).rejects.toThrow("refuses statements at the moment");
  // Another product of the same Stripe account began this one.
  const other = { ...paidSession(elsewhere, "pi_other"), metadata: { purpose: "something else" } };
  expect(await stripe.tell(credit("evt_other", other))).toBe("ignored");
});

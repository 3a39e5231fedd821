import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { runAutoTopUps } from "@/lib/billing/auto-top-up/run-auto-top-ups";
import { beginSavedCard } from "@/lib/billing/cards/saved-card";
import { type AutoTopUpFacts, readAutoTopUp } from "@/lib/contracts/members/auto-top-up";
import { db } from "@/lib/db/client";
import { reloadEnv } from "@/lib/env";
import { paymentsOf, saveCard, stateOf, topped } from "@/tests/support/auto-top-ups";
import { useTestDatabase } from "@/tests/support/database/database";
import { useFakeStripe } from "@/tests/support/fake-stripe";
import { ask } from "@/tests/support/member";
import { books, call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { STRIPE_SETTINGS } from "@/tests/support/stripe";

const { POST: resume } = handlersOf("/api/members/billing/auto-top-up/resume");
const { GET, POST: save } = handlersOf("/api/members/billing/auto-top-up");
const { POST: stop } = handlersOf("/api/members/billing/auto-top-up/stop");
const { POST: removeCard } = handlersOf("/api/members/billing/saved-card/remove");
const { POST: beginCard } = handlersOf("/api/members/billing/saved-card");

useTestDatabase();
const stripe = useFakeStripe();

/** 12:00 on 21 November in New Zealand. */
const NOON = new Date("2026-11-20T23:00:00Z");
const at = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOON }));
afterEach(() => void vi.useRealTimers());

const SETTINGS = { amount: 50, below: 20, perDay: 3, perMonth: 500 };
const HANDLERS = { save, stop, resume, beginCard, removeCard };

async function factsOf(account: TestAccount): Promise<AutoTopUpFacts> {
  const { body } = await ask<AutoTopUpFacts>(GET, account, {});
  expect(body).toEqual(readAutoTopUp.response.parse(body));
  return body;
}

const actionsOf = async ({ accountId }: TestAccount) =>
  (await db().prisma.activity.findMany({ where: { accountId }, orderBy: { id: "asc" } })).map(
    ({ action }) => action,
  );

/** Returns a completed Stripe session that saved the card `pm_<name>`. */
const setup = ({ accountId }: TestAccount, name: string) => ({
  id: `cs_${name}`,
  object: "checkout.session",
  mode: "setup",
  customer: `cus_of_${accountId}`,
  setup_intent: `seti_${name}`,
  client_reference_id: String(accountId),
  metadata: { purpose: "gateway_save_card", account_id: String(accountId) },
});

const saveBy = (account: TestAccount, name: string, minutes = 0) =>
  stripe.tell("checkout.session.completed", setup(account, name), { at: at(minutes) });

const methodOf = async ({ accountId }: TestAccount) =>
  (await db().prisma.savedCard.findUnique({ where: { accountId } }))?.methodId;

describe("auto top-up", () => {
  it("is off and without a card at first", async () => {
    expect(await factsOf(await testAccount())).toEqual({
      available: false,
      card: null,
      settings: null,
      state: "off",
      pausedFor: null,
      pausedAt: null,
      limit: null,
      isPaying: false,
      paidThisMonth: "0.00",
    });
  });

  it("is turned on with a card, changed, turned off and on again, and written down", async () => {
    const account = await testAccount({ balanceMicros: 100_000_000n });
    const noCard = { status: 409, body: { error: "Save a card first." } };
    expect(await ask(save, account, { json: SETTINGS })).toMatchObject(noCard);
    await saveCard(account.accountId);
    expect(await ask(save, account, { json: SETTINGS })).toMatchObject({ status: 200 });
    expect(await factsOf(account)).toMatchObject({
      card: { brand: "Visa", lastFour: "4242", expires: "12/2030", isExpired: false },
      settings: SETTINGS,
      state: "on",
      isPaying: false,
    });
    await ask(save, account, { json: { ...SETTINGS, amount: 60 } });
    expect((await factsOf(account)).settings).toEqual({ ...SETTINGS, amount: 60 });
    await ask(stop, account, { json: {} });
    await ask(stop, account, { json: {} });
    expect(await factsOf(account)).toMatchObject({ state: "off", settings: { amount: 60 } });
    expect(await ask(resume, account, { json: {} })).toMatchObject({ status: 409 });
    await ask(save, account, { json: SETTINGS });
    const expected = [
      "auto_top_up_changed",
      "auto_top_up_changed",
      "auto_top_up_stopped",
      "auto_top_up_changed",
    ];
    expect(await actionsOf(account)).toEqual(expected);
  });

  it("tells of a payment under way, of what was paid this month, and of a limit", async () => {
    const account = await topped({ perDay: 1 });
    const { accountId } = account;
    stripe.trouble = "fails";
    await runAutoTopUps(db(), stripe.settings, NOON);
    expect(await factsOf(account)).toMatchObject({ isPaying: true, paidThisMonth: "0.00" });
    stripe.trouble = "none";
    await runAutoTopUps(db(), stripe.settings, at(2));
    await db().prisma.account.update({ where: { id: accountId }, data: { balanceMicros: 0n } });
    await runAutoTopUps(db(), stripe.settings, at(3));
    expect(await factsOf(account)).toMatchObject({
      isPaying: false,
      paidThisMonth: "50.00",
      limit: { kind: "day", until: "2026-11-22 12:00:00" },
    });
    await ask(save, account, { json: { ...SETTINGS, perDay: 2 } });
    expect((await factsOf(account)).limit).toBeNull();
    await runAutoTopUps(db(), stripe.settings, at(4));
    expect(await paymentsOf(accountId)).toEqual(["paid", "paid"]);
    vi.setSystemTime(new Date("2026-11-30T11:00:00Z"));
    expect((await factsOf(account)).paidThisMonth).toBe("0.00");
  });

  it("that paused stays so when its settings change, and is resumed by one click", async () => {
    const account = await topped();
    stripe.bank = "declines";
    await runAutoTopUps(db(), stripe.settings, NOON);
    expect(await factsOf(account)).toMatchObject({
      state: "paused",
      pausedFor: "declined",
      pausedAt: "2026-11-21 12:00:00",
    });
    await ask(save, account, { json: SETTINGS });
    expect(await stateOf(account.accountId)).toBe("paused: declined");
    stripe.bank = "pays";
    expect(await ask(resume, account, { json: {} })).toMatchObject({ status: 200 });
    expect(await ask(resume, account, { json: {} })).toMatchObject({ status: 200 });
    expect(await factsOf(account)).toMatchObject({ state: "on", pausedFor: null, pausedAt: null });
    await runAutoTopUps(db(), stripe.settings, at(1));
    expect((await books(account.accountId)).balance).toBe(60_000_000n);
    const lines = (await actionsOf(account)).filter((action) => action === "auto_top_up_resumed");
    expect(lines).toHaveLength(1);
  });

  test.each([
    ["amount", 9],
    ["amount", 10_001],
    ["amount", 10.5],
    ["below", 0],
    ["below", 10_001],
    ["perDay", 0],
    ["perDay", 11],
    ["perMonth", 100_001],
    ["perMonth", 49],
    ["perMonth", ""],
  ])("refuses %s of %s", async (name, value) => {
    const account = await topped({ state: "off" });
    expect(await ask(save, account, { json: { ...SETTINGS, [name]: value } })).toMatchObject({ status: 400 });
    expect(await stateOf(account.accountId)).toBe("off");
  });

  it("of one account is nothing to another", async () => {
    const [mine, theirs] = [await topped(), await topped({ state: "paused" })];
    await ask(removeCard, mine, { json: {} });
    await ask(stop, mine, { json: {} });
    await ask(resume, mine, { json: {} });
    await ask(save, mine, { json: SETTINGS });
    expect(await factsOf(theirs)).toMatchObject({ state: "paused", card: { lastFour: "4242" } });
    expect(await factsOf(mine)).toMatchObject({ state: "off", card: null });
  });

  it("is for who is signed in, from a page of ours", async () => {
    const account = await topped();
    expect(await call(GET, { method: "GET" })).toMatchObject({ status: 401 });
    for (const handler of Object.values(HANDLERS)) {
      const headers = { "sec-fetch-site": "same-origin" };
      expect(await call(handler, { json: SETTINGS, headers })).toMatchObject({ status: 401 });
      const cross = await ask(handler, account, { json: SETTINGS }, { "sec-fetch-site": "cross-site" });
      expect(cross).toMatchObject({ status: 403 });
    }
  });
});

describe("a card", () => {
  it("is begun on Stripe's page, for the customer that the account has there", async () => {
    const { accountId, userId: email } = await testAccount();
    const begin = () => beginSavedCard(db(), stripe.settings, { accountId, email });
    expect(await begin()).toBe("https://pay.example/cs_1");
    await begin();
    expect(stripe.customers).toBe(1);
    expect(Object.fromEntries(stripe.sent.at(-1) ?? [])).toMatchObject({
      mode: "setup",
      customer: "cus_1",
      "metadata[account_id]": String(accountId),
      "allowed_payment_method_types[0]": "card",
      success_url: "https://sms.example.com/billing?card=saved",
    });
    await db().prisma.savedCard.update({ where: { accountId }, data: { customerId: "cus_gone" } });
    expect(await begin()).toBe("https://pay.example/cs_1");
    expect(stripe.sent.at(-1)?.get("customer")).toBe("cus_2");
    stripe.trouble = "fails";
    await expect(begin()).rejects.toMatchObject({ code: "unavailable" });
  });

  it("is kept once Stripe tells of it, once, and replaces the one before", async () => {
    const account = await testAccount();
    expect(await saveBy(account, "one")).toBe("saved");
    expect(await saveBy(account, "one")).toBe("repeated");
    expect(await factsOf(account)).toMatchObject({ card: { brand: "Visa", expires: "12/2030" } });
    expect(await saveBy(account, "two", 5)).toBe("saved");
    expect(await saveBy(account, "one")).toBe("repeated");
    expect(await methodOf(account)).toBe("pm_two");
    expect(await actionsOf(account)).toEqual(["card_saved", "card_saved"]);
    await runAutoTopUps(db(), stripe.settings, at(6));
    await runAutoTopUps(db(), stripe.settings, at(600));
    const ofTests = (id: string) => id.startsWith("pm_of_");
    expect(stripe.detached.filter((id) => !ofTests(id))).toEqual(["pm_one"]);
    expect(await db().prisma.cardDetachment.count()).toBe(0);
  });

  it("of another product, of no account or unknown to Stripe is not kept, and one that Stripe is silent about is told again", async () => {
    const account = await testAccount();
    const tell = (overrides: object) =>
      stripe.tell("checkout.session.completed", { ...setup(account, "x"), ...overrides });
    expect(await tell({ metadata: {} })).toBe("ignored");
    expect(await tell({ metadata: { purpose: "gateway_save_card", account_id: "999999" } })).toBe("ignored");
    expect(await tell({ customer: null })).toBe("ignored");
    stripe.trouble = "fails";
    await expect(tell({})).rejects.toMatchObject({ code: "unavailable" });
    expect(await methodOf(account)).toBeUndefined();
  });

  it("is removed with auto top-up, is forgotten by Stripe, and does not come back by a late event", async () => {
    const account = await testAccount();
    await saveBy(account, "one");
    await ask(save, account, { json: SETTINGS });
    vi.setSystemTime(at(1));
    expect(await ask(removeCard, account, { json: {} })).toMatchObject({ status: 200 });
    expect(await ask(removeCard, account, { json: {} })).toMatchObject({ status: 404 });
    expect(await factsOf(account)).toMatchObject({ card: null, state: "off", settings: SETTINGS });
    expect(await saveBy(account, "one")).toBe("repeated");
    expect(await methodOf(account)).toBeNull();
    stripe.trouble = "fails";
    await runAutoTopUps(db(), stripe.settings, at(2));
    expect(stripe.detached).toEqual([]);
    stripe.trouble = "none";
    await runAutoTopUps(db(), stripe.settings, at(63));
    expect(stripe.detached).toEqual(["pm_one"]);
    expect(await saveBy(account, "two", 5)).toBe("saved");
  });

  it("has the expiry that its bank gives it", async () => {
    const account = await testAccount();
    await saveBy(account, "one");
    const card = { brand: "mastercard", last4: "4444", exp_month: 10, exp_year: 2026 };
    const event = "payment_method.automatically_updated";
    expect(await stripe.tell(event, { id: "pm_one", card })).toBe("saved");
    expect(await stripe.tell(event, { id: "pm_other", card })).toBe("ignored");
    expect((await factsOf(account)).card).toEqual({
      brand: "Mastercard",
      lastFour: "4444",
      expires: "10/2026",
      isExpired: true,
    });
  });

  describe("where cards are taken", () => {
    beforeAll(() => {
      process.env.STRIPE_SECRET_KEY = STRIPE_SETTINGS.secretKey;
      process.env.STRIPE_WEBHOOK_SECRET = STRIPE_SETTINGS.webhookSecret;
      process.env.APP_URL = STRIPE_SETTINGS.appUrl;
      reloadEnv();
    });
    afterAll(() => {
      for (const name of ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "APP_URL"]) delete process.env[name];
      reloadEnv();
    });

    it("can be saved", async () => {
      expect(await factsOf(await testAccount())).toMatchObject({ available: true });
    });
  });

  it("cannot be saved where none are taken", async () => {
    expect(await ask(beginCard, await testAccount(), { json: {} })).toMatchObject({ status: 404 });
  });
});

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { POST as webhook } from "@/app/api/stripe/webhook/route";
import { takeCardEvent } from "@/lib/billing/card-events/take-card-event";
import { beginCardTopUp } from "@/lib/billing/cards/card-top-up";
import type { CardSettings } from "@/lib/billing/cards/stripe-client";
import { db } from "@/lib/db/client";
import { loadEnv, reloadEnv } from "@/lib/env";
import { topUp } from "@/lib/ledger/top-up";
import { useTestDatabase } from "@/tests/support/database/database";
import { books, call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { STRIPE_SETTINGS, signAsStripe } from "@/tests/support/stripe";

useTestDatabase();

const SETTINGS: CardSettings = STRIPE_SETTINGS;

let account: TestAccount;
beforeAll(async () => {
  account = await testAccount({ balanceMicros: 0n });
});

let made = 0;

/** Returns an event as Stripe posts and signs it. */
function event(overrides: object = {}, type = "checkout.session.completed") {
  const given: { client_reference_id?: string | null; amount_total?: number } = overrides;
  const metadata = {
    purpose: "gateway_top_up",
    account_id: String(given.client_reference_id ?? account.accountId),
    amount_cents: String(given.amount_total ?? 5_000),
  };
  const session = {
    mode: "payment",
    metadata,
    id: `cs_test_${++made}`,
    object: "checkout.session",
    payment_status: "paid",
    currency: "nzd",
    amount_total: 5_000,
    client_reference_id: String(account.accountId),
    ...overrides,
  };
  const body = JSON.stringify({ id: `evt_${made}`, object: "event", type, data: { object: session } });
  return { body, signature: signAsStripe(body) };
}

const take = ({ body, signature }: { body: string; signature: string }) =>
  takeCardEvent(db(), SETTINGS, { body, signature }, new Date());

describe("a payment that Stripe tells of", () => {
  it("is credited once, however often and at however many places at a time it is told", async () => {
    const own = await testAccount({ balanceMicros: 0n });
    const told = event({ client_reference_id: String(own.accountId) });
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => take(told)));
    expect(outcomes.sort()).toEqual(["credited", "repeated", "repeated", "repeated"]);
    expect(await take(told)).toBe("repeated");
    expect(await books(own.accountId)).toEqual({ balance: 50_000_000n, ledger: 50_000_000n, entries: 1 });
  });

  it("counts when it is paid later by other means than a card, and not before", async () => {
    const own = await testAccount({ balanceMicros: 0n });
    const id = { id: "cs_later", client_reference_id: String(own.accountId) };
    expect(await take(event({ ...id, payment_status: "unpaid" }))).toBe("ignored");
    expect(await take(event(id, "checkout.session.async_payment_succeeded"))).toBe("credited");
    expect((await books(own.accountId)).balance).toBe(50_000_000n);
  });

  test.each([
    ["another event", event, {}, "charge.refunded"],
    ["another currency", event, { currency: "usd" }, undefined],
    ["nothing", event, { amount_total: 0 }, undefined],
    ["nobody", event, { client_reference_id: null }, undefined],
    ["an account that is not there", event, { client_reference_id: "999999" }, undefined],
    ["a subscription", event, { mode: "subscription" }, undefined],
    ["another product, without our metadata", event, { metadata: {} }, undefined],
    [
      "another purpose",
      event,
      { metadata: { purpose: "shop", account_id: "1", amount_cents: "5000" } },
      undefined,
    ],
    [
      "another account's payment",
      event,
      { metadata: { purpose: "gateway_top_up", account_id: "999", amount_cents: "5000" } },
      undefined,
    ],
    ["an account that is no number", event, { client_reference_id: "1; drop" }, undefined],
  ])("is ignored for %s", async (_, make, overrides, type) => {
    expect(await take(make(overrides, type))).toBe("ignored");
    expect((await books(account.accountId)).entries).toBe(0);
  });

  it("is ignored for another amount than it was begun for", async () => {
    const own = await testAccount({ balanceMicros: 0n });
    const metadata = { purpose: "gateway_top_up", account_id: String(own.accountId), amount_cents: "100" };
    const session = { client_reference_id: String(own.accountId) };
    expect(await take(event({ ...session, metadata }))).toBe("ignored");
    expect((await books(own.accountId)).entries).toBe(0);
    expect(await take(event(session))).toBe("credited");
  });

  describe("and that a version without metadata began", () => {
    const BEGUN_BEFORE = {
      metadata: {},
      payment_link: null,
      success_url: `${SETTINGS.appUrl}/billing?paid=yes`,
      cancel_url: `${SETTINGS.appUrl}/billing?paid=no`,
    };

    it("is credited once, and not again where that version has credited it", async () => {
      const own = await testAccount({ balanceMicros: 0n });
      const told = event({ ...BEGUN_BEFORE, client_reference_id: String(own.accountId) });
      const outcomes = await Promise.all([1, 2, 3].map(() => take(told)));
      expect(outcomes.sort()).toEqual(["credited", "repeated", "repeated"]);
      expect(await books(own.accountId)).toEqual({ balance: 50_000_000n, ledger: 50_000_000n, entries: 1 });
      const before = event({ ...BEGUN_BEFORE, id: "cs_old", client_reference_id: String(own.accountId) });
      await topUp(
        db(),
        { accountId: own.accountId, amountMicros: 50_000_000n, note: "Top-up by card", reference: "cs_old" },
        new Date(),
      );
      expect(await take(before)).toBe("repeated");
      expect((await books(own.accountId)).balance).toBe(100_000_000n);
    });

    test.each([
      ["leads back elsewhere", { success_url: "https://shop.example.com/billing?paid=yes" }],
      ["is given up elsewhere", { cancel_url: `${SETTINGS.appUrl}/cart` }],
      ["came by a payment link", { payment_link: "plink_1" }],
      ["has metadata of another", { metadata: { order: "7" } }],
      ["has an amount that cannot be chosen", { amount_total: 5_050 }],
      ["is for less than can be chosen", { amount_total: 900 }],
      ["is for more than can be chosen", { amount_total: 1_000_100 }],
    ])("is ignored where it %s", async (_, overrides) => {
      expect(await take(event({ ...BEGUN_BEFORE, ...overrides }))).toBe("ignored");
      expect((await books(account.accountId)).entries).toBe(0);
    });
  });

  it("is refused without Stripe's signature, with another's, over other bytes, and when it is old", async () => {
    const { body } = event();
    const wrong = [
      "",
      "nonsense",
      signAsStripe(body, "whsec_of_somebody_else"),
      signAsStripe(`${body} `),
      signAsStripe(body, SETTINGS.webhookSecret, Math.floor(Date.now() / 1000) - 301),
    ];
    for (const signature of wrong) {
      await expect(take({ body, signature })).rejects.toMatchObject({ code: "invalid_request" });
    }
    expect((await books(account.accountId)).entries).toBe(0);
  });
});

describe("the page to pay at", () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      asked.push(decodeURIComponent(body.replaceAll("+", " ")));
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({ id: "cs_1", object: "checkout.session", url: "https://pay.example/cs_1" }),
      );
    });
  });
  beforeAll(() => new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening)));
  afterAll(() => new Promise((closed) => server.close(closed)));

  it("is asked of Stripe with the amount, the account and the way back", async () => {
    const { port } = server.address() as AddressInfo;
    const settings = { ...SETTINGS, server: { protocol: "http", host: "127.0.0.1", port } as const };
    const given = { accountId: account.accountId, email: account.userId };
    expect(await beginCardTopUp(settings, given, 50)).toBe("https://pay.example/cs_1");
    expect(asked).toHaveLength(1);
    for (const part of [
      "line_items[0][price_data][unit_amount]=5000",
      "line_items[0][price_data][currency]=nzd",
      `client_reference_id=${account.accountId}`,
      `metadata[account_id]=${account.accountId}`,
      "metadata[amount_cents]=5000",
      "payment_intent_data[metadata][purpose]=gateway_top_up",
      "success_url=https://sms.example.com/billing?paid=yes",
    ])
      expect(asked[0]).toContain(part);
  });
});

describe("the webhook", () => {
  afterAll(() => {
    for (const name of ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "APP_URL"]) delete process.env[name];
    reloadEnv();
  });

  it("answers 200 to a refund of a payment that is not known, and 400 to another's signature", async () => {
    process.env.STRIPE_SECRET_KEY = SETTINGS.secretKey;
    process.env.STRIPE_WEBHOOK_SECRET = SETTINGS.webhookSecret;
    process.env.APP_URL = SETTINGS.appUrl;
    reloadEnv();
    const charge = { object: "charge", payment_intent: null, currency: "nzd", amount_refunded: 100 };
    const { body } = event(charge, "charge.refunded");
    const post = (signature: string) =>
      call(webhook, { raw: body, headers: { "stripe-signature": signature } });
    expect(await post(signAsStripe(body))).toMatchObject({ status: 200, body: { outcome: "ignored" } });
    expect(await post(signAsStripe(body, "whsec_of_somebody_else"))).toMatchObject({ status: 400 });
  });
});

describe("without Stripe's keys", () => {
  it("there is no webhook", async () => {
    expect(await call(webhook, { json: {} })).toMatchObject({ status: 404 });
  });

  it("one of the two alone is a mistake, and so are both without an address to lead back to", () => {
    expect(() => loadEnv({ STRIPE_SECRET_KEY: "sk" })).toThrow("belong together");
    const both = { STRIPE_SECRET_KEY: "sk", STRIPE_WEBHOOK_SECRET: "whsec" };
    expect(() => loadEnv(both)).toThrow("APP_URL is missing");
    expect(loadEnv({ ...both, APP_URL: "https://sms.example.com/" })).toMatchObject({
      stripe: { secretKey: "sk", webhookSecret: "whsec" },
      appUrl: "https://sms.example.com",
    });
  });
});

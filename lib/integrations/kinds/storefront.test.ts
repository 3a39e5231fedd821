import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { POST } from "@/app/storefront/webhook.php/route";
import type { StorefrontResponse } from "@/lib/contracts/integrations/storefront";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";
import {
  callerBody,
  callsOf,
  queryOf,
  type TestIntegration,
  testIntegration,
} from "@/tests/support/integration";
import { books, call, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { MOBILE, NOON } from "@/tests/support/server/send";

useTestDatabase();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
});
afterEach(() => vi.useRealTimers());

const ORDER = callerBody("shopify-order.json");
const ALL_ON = Object.fromEntries(
  ["orders/create", "orders/cancelled", "fulfillments/create", "order.created", "order.updated"].map(
    (topic) => [
      topic,
      { enabled: true, template: "{{first_name}} {{order_number}} {{total}} {{shop}} {{tracking_url}}" },
    ],
  ),
);

type Body = StorefrontResponse & { error?: string; code?: string };

function deliver(set: TestIntegration, headers: Record<string, string>, raw = ORDER.raw) {
  return call<Body>(POST, {
    query: queryOf(set),
    raw,
    headers: { "content-type": "application/json", ...headers },
  });
}

async function shop(overrides: Parameters<typeof testIntegration>[2] = {}): Promise<{
  account: TestAccount;
  set: TestIntegration;
}> {
  const account = await testAccount({ name: "Kowhai Books" });
  return { account, set: await testIntegration(account, "storefront", overrides) };
}

describe("an event", () => {
  it.each([
    ["orders/paid", "Hi Aroha, we have your payment of 84.50 NZD for order 1001. Kowhai Books"],
    ["orders/fulfilled", "Hi Aroha, your order 1001 is on its way. Kowhai Books"],
  ])("of %s sends without any setting, to the shipping address's number", async (topic, text) => {
    const { account, set } = await shop();
    const { status, body } = await deliver(set, { "x-shopify-topic": topic });
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, message_id: expect.any(String), status: "accepted", parts: 1 });
    expect(await messagesOf(account.accountId)).toMatchObject([
      { msisdn: MOBILE, body: text, sender: "552" },
    ]);
  });

  it.each(["orders/create", "orders/cancelled", "fulfillments/create", "order.created", "order.updated"])(
    "of %s sends nothing until it is switched on",
    async (topic) => {
      const { account, set } = await shop();
      const { status, body } = await deliver(set, { "x-shopify-topic": topic });
      expect([status, body]).toEqual([200, { success: true, skipped: `${topic} is switched off.` }]);
      expect(await messagesOf(account.accountId)).toEqual([]);
      expect((await callsOf(account.accountId, "storefront"))[0]).toMatchObject({
        status: 200,
        result: `${topic} is switched off.`,
        recipient: null,
      });
    },
  );

  it.each([
    ["shopify-order.json", "x-shopify-topic", "orders/create", MOBILE, "Aroha 1001 84.50 NZD Kowhai Books"],
    [
      "shopify-order.json",
      "x-shopify-topic",
      "orders/cancelled",
      MOBILE,
      "Aroha 1001 84.50 NZD Kowhai Books",
    ],
    [
      "shopify-fulfillment.json",
      "x-shopify-topic",
      "fulfillments/create",
      "61412345678",
      "Aroha 1001 Kowhai Books https://track.example.com/1Z1234512345123456",
    ],
    [
      "woocommerce-order.json",
      "x-wc-webhook-topic",
      "order.created",
      MOBILE,
      "Aroha 727 84.50 NZD Kowhai Books",
    ],
    [
      "woocommerce-order.json",
      "x-wc-webhook-topic",
      "order.updated",
      MOBILE,
      "Aroha 727 84.50 NZD Kowhai Books",
    ],
  ])("%s as %s: %s", async (name, header, topic, msisdn, text) => {
    const { account, set } = await shop({ topics: ALL_ON });
    const { status, body } = await deliver(set, { [header]: topic }, callerBody(name).raw);
    expect(status).toBe(200);
    expect(await messagesOf(account.accountId)).toMatchObject([{ msisdn, body: text }]);
    // A link is checked as in any message.
    expect(body.status).toBe(text.includes("https") ? "held" : "accepted");
  });

  it("may have its topic in the body", async () => {
    const { account, set } = await shop();
    const raw = JSON.stringify({ ...JSON.parse(ORDER.raw), topic: "orders/paid" });
    expect((await deliver(set, {}, raw)).body.message_id).toBeDefined();
    expect(await messagesOf(account.accountId)).toHaveLength(1);
  });

  it("that is delivered again sends once, also weeks later and with another text meanwhile", async () => {
    const { account, set } = await shop();
    const headers = {
      "x-shopify-topic": "orders/paid",
      "x-shopify-webhook-id": "b54557e4-bdd9-4b37-8a5f-bf7d70bcd043",
    };
    const first = await deliver(set, headers);
    const again = await deliver(set, headers);
    expect(again.body).toEqual(first.body);
    vi.setSystemTime(new Date(NOON.getTime() + 25 * 3_600_000));
    await db().prisma.integration.update({
      where: { accountId_kind: { accountId: account.accountId, kind: "storefront" } },
      data: { topics: { "orders/paid": { enabled: true, template: "Other" } } },
    });
    const later = await deliver(set, headers);
    expect(later.status).toBe(200);
    expect(later.body.skipped).toBe("This event was delivered before, and sent with another text.");
    expect(await messagesOf(account.accountId)).toHaveLength(1);
    expect(await books(account.accountId)).toMatchObject({ entries: 2 });
  });

  it("sends for each order of one second, which WooCommerce delivers by one name", async () => {
    const { account, set } = await shop({ topics: ALL_ON });
    const headers = { "x-wc-webhook-topic": "order.created", "x-wc-webhook-delivery-id": "17" };
    const order = JSON.parse(callerBody("woocommerce-order.json").raw);
    for (const id of [727, 728, 727]) {
      const { status, body } = await deliver(
        set,
        headers,
        JSON.stringify({ ...order, id, number: String(id) }),
      );
      expect([status, body.message_id === undefined]).toEqual([200, false]);
    }
    expect((await messagesOf(account.accountId)).map(({ body }) => body)).toEqual([
      "Aroha 727 84.50 NZD Kowhai Books",
      "Aroha 728 84.50 NZD Kowhai Books",
    ]);
  });

  it("too large to be read is a 401 where its signature counts, and a 200 where it does not", async () => {
    const raw = `{"a":"${"x".repeat(4_200_000)}"}`;
    const { set: signed } = await shop({ shopifySecret: "one" });
    expect((await deliver(signed, { "x-shopify-topic": "orders/paid" }, raw)).status).toBe(401);
    const { set } = await shop();
    const { status, body } = await deliver(set, { "x-shopify-topic": "orders/paid" }, raw);
    expect(status).toBe(200);
    expect(body.skipped).toContain("larger than");
  });

  it("that is delivered twice at once sends once", async () => {
    const { account, set } = await shop();
    const headers = { "x-wc-webhook-topic": "orders/paid", "x-wc-webhook-delivery-id": "17" };
    const answers = await Promise.all(Array.from({ length: 6 }, () => deliver(set, headers)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(answers.map(({ body }) => body.message_id)).size).toBe(1);
    expect(await messagesOf(account.accountId)).toHaveLength(1);
  });

  it.each([
    ["no topic", {}, ORDER.raw, "The event has no topic."],
    [
      "a topic that is none",
      { "x-shopify-topic": "carts/update" },
      ORDER.raw,
      "carts/update is not a topic that sends texts.",
    ],
    [
      "no number",
      { "x-shopify-topic": "orders/paid" },
      '{"order_number":1}',
      "The order has no mobile number.",
    ],
    ["no JSON", { "x-shopify-topic": "orders/paid" }, "{", "The request body is not valid JSON."],
    ["an empty body", { "x-shopify-topic": "orders/paid" }, " ", "The order has no mobile number."],
  ])("with %s is a 200 that says so", async (_, headers, raw, skipped) => {
    const { account, set } = await shop();
    expect(await deliver(set, headers, raw)).toMatchObject({ status: 200, body: { success: true, skipped } });
    expect(await messagesOf(account.accountId)).toEqual([]);
  });

  it("that the balance does not cover is a 200 that says so", async () => {
    const account = await testAccount({ balanceMicros: 0n });
    const set = await testIntegration(account, "storefront");
    const { status, body } = await deliver(set, { "x-shopify-topic": "orders/paid" });
    expect([status, body.skipped]).toEqual([200, "The account balance does not cover this request."]);
  });

  it("is answered with a 500 where we fail, so that the shop delivers it again", async () => {
    const { set } = await shop();
    const failing = vi.spyOn(db(), "query").mockRejectedValue(new Error("the disk is full"));
    expect((await deliver(set, { "x-shopify-topic": "orders/paid" })).status).toBe(500);
    failing.mockRestore();
  });
});

describe("who calls", () => {
  it("must have the key: all else is a 401", async () => {
    const { set } = await shop();
    const { set: off } = await shop({ enabled: false });
    const right = queryOf(set);
    const { cust_id: _, ...without } = right;
    for (const query of [
      { ...right, key: "wrong" },
      { ...right, key: "" },
      { ...right, cust_id: "x" },
      { ...right, shortcode_id: "999" },
      without,
      queryOf(off),
    ]) {
      const { status, body } = await call(POST, { query, ...ORDER });
      expect([status, body.code]).toEqual([401, "invalid_key"]);
    }
  });

  const sign = (secret: string, raw = ORDER.raw) => createHmac("sha256", secret).update(raw).digest("base64");

  it.each([
    ["x-shopify-hmac-sha256", { shopifySecret: "shpss_abc" }],
    ["x-wc-webhook-signature", { woocommerceSecret: "shpss_abc" }],
  ])("must sign with the shop's secret where there is one: %s", async (header, secrets) => {
    const { account, set } = await shop(secrets);
    const topic = { "x-shopify-topic": "orders/paid" };
    const right = await deliver(set, { ...topic, [header]: sign("shpss_abc") });
    expect(right.status).toBe(200);
    const wrong = [
      {},
      { [header]: sign("another") },
      { [header]: sign("shpss_abc", `${ORDER.raw} `) },
      { [header]: "" },
      { [header]: sign("shpss_abc").slice(0, 20) },
    ];
    for (const headers of wrong) {
      const { status, body } = await deliver(set, { ...topic, ...(headers as Record<string, string>) });
      expect([status, body.error]).toEqual([401, "The body is not signed with the shop's secret."]);
    }
    expect(await messagesOf(account.accountId)).toHaveLength(1);
    expect((await callsOf(account.accountId, "storefront"))[0]).toMatchObject({ status: 401 });
  });

  it("may ask unsigned whether anybody answers, as WooCommerce does, and nothing comes of it", async () => {
    const { account, set } = await shop({ shopifySecret: "one", woocommerceSecret: "two" });
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const ping = "webhook_id=17";
    for (const headers of [form, { ...form, "x-shopify-topic": "orders/paid" }]) {
      const { status, body } = await deliver(set, headers, ping);
      expect([status, body.success, body.message_id]).toEqual([200, true, undefined]);
    }
    for (const raw of [`${ping}&topic=orders/paid`, "webhook_id=one", "webhook_id=", "{}"]) {
      expect((await deliver(set, form, raw)).status).toBe(401);
    }
    const query = { ...queryOf(set), key: "isk_wrong" };
    expect((await call(POST, { query, raw: ping, headers: form })).status).toBe(401);
    expect(await messagesOf(account.accountId)).toEqual([]);
  });

  it("takes either shop's signature where both have a secret", async () => {
    const { set } = await shop({ shopifySecret: "one", woocommerceSecret: "two" });
    const topic = { "x-wc-webhook-topic": "orders/paid" };
    expect((await deliver(set, { ...topic, "x-wc-webhook-signature": sign("two") })).status).toBe(200);
    expect((await deliver(set, { ...topic, "x-wc-webhook-signature": sign("one") })).status).toBe(401);
  });
});

import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { POST } from "@/app/storefront/webhook.php/route";
import type { StorefrontResponse } from "@/lib/contracts/integrations/storefront";
import { databaseOfAccount } from "@/lib/db/cells/cells";
import { db } from "@/lib/db/client";
import { DatabaseUnavailableError } from "@/lib/db/unavailable";
import { GatewayError } from "@/lib/errors";
import { bodyBudget, noRoom } from "@/lib/http/body/body-budget";
import { acceptBatcherOf } from "@/lib/messages/accept/accept-batcher";
import { useTestDatabase } from "@/tests/support/database/database";
import {
  callerBody,
  callsOf,
  queryOf,
  type TestIntegration,
  testIntegration,
} from "@/tests/support/integration";
import { books, call, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { NOON } from "@/tests/support/server/send";

useTestDatabase();

const SHOPIFY = {
  raw: callerBody("shopify-order.json").raw,
  headers: {
    "x-shopify-topic": "orders/paid",
    "x-shopify-webhook-id": "b54557e4-bdd9-4b37-8a5f-bf7d70bcd043",
  },
};
const WOOCOMMERCE = {
  raw: callerBody("woocommerce-order.json").raw,
  headers: { "x-wc-webhook-topic": "order.created", "x-wc-webhook-delivery-id": "17" },
};

let account: TestAccount;
let set: TestIntegration;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  onTestFinished(() => void vi.useRealTimers());
  account = await testAccount({ name: "Kowhai Books" });
  const topics = { "order.created": { enabled: true, template: "Kia ora {{first_name}}" } };
  set = await testIntegration(account, "storefront", { topics });
});

function deliver({ raw, headers }: typeof SHOPIFY | typeof WOOCOMMERCE | { raw: string; headers: object }) {
  const given = { "content-type": "application/json", ...(headers as Record<string, string>) };
  return call<StorefrontResponse & { code?: string }>(POST, { query: queryOf(set), raw, headers: given });
}

/** Failures of the service. Each lasts until its returned function is called. */
const WANTING: Record<string, () => () => void> = {
  "more is to be sent than can be taken": () => {
    const error = new GatewayError("unavailable", "Busy.", { "Retry-After": "1" });
    const accept = vi.spyOn(acceptBatcherOf(databaseOfAccount(db(), account.accountId)), "accept");
    accept.mockResolvedValue({ kind: "failed", error });
    return () => accept.mockRestore();
  },
  "there is no room for its body": () => {
    const take = vi.spyOn(bodyBudget(), "take").mockImplementation(() => {
      throw noRoom();
    });
    return () => take.mockRestore();
  },
  "the database is away": () => {
    const query = vi.spyOn(databaseOfAccount(db(), account.accountId), "query");
    query.mockRejectedValue(new DatabaseUnavailableError(new Error("gone")));
    return () => query.mockRestore();
  },
};

// Next has error classes of its own in its bundles, and an error of this file is no instance of them.
describe("an event during a failure", () => {
  describe.each(Object.entries(WANTING))("since %s", (_, want) => {
    it.each([
      ["Shopify", SHOPIFY],
      ["WooCommerce", WOOCOMMERCE],
    ])("is a 503 to %s, whose repeat sends once", async (__, event) => {
      const end = want();
      const refused = await deliver(event);
      end();
      expect([refused.status, refused.body.code]).toEqual([503, "unavailable"]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await messagesOf(account.accountId)).toEqual([]);
      const repeated = await deliver(event);
      expect(repeated).toMatchObject({ status: 200, body: { success: true, status: "accepted" } });
      expect((await deliver(event)).body).toEqual(repeated.body);
      expect(await messagesOf(account.accountId)).toHaveLength(1);
      expect(await books(account.accountId)).toMatchObject({ entries: 2 });
    });
  });

  it("is noted among the calls", async () => {
    const end = WANTING["more is to be sent than can be taken"]?.();
    await deliver(SHOPIFY);
    end?.();
    expect((await callsOf(account.accountId, "storefront"))[0]).toMatchObject({ status: 503 });
  });

  it("since its account is looked up in vain is no wrong key", async () => {
    const query = vi.spyOn(databaseOfAccount(db(), account.accountId), "query");
    query.mockRejectedValueOnce(new GatewayError("unavailable", "Away.", { "Retry-After": "1" }));
    const { status, body } = await deliver(SHOPIFY);
    query.mockRestore();
    expect([status, body.code]).toEqual([503, "unavailable"]);
  });
});

/** Calls of other shops, and of other webhooks of the same shops. */
const OTHERS: readonly [from: string, headers: Record<string, string>, body: unknown, skipped: string][] = [
  [
    "BigCommerce",
    {},
    { scope: "store/order/created", data: { type: "order", id: 250 } },
    "The event has no topic.",
  ],
  [
    "Squarespace",
    {},
    { topic: "order.create", data: { orderId: "585d" } },
    "order.create is not a topic that sends texts.",
  ],
  ["Magento", {}, { increment_id: "000000012", status: { code: "new" } }, "The event has no topic."],
  [
    "Ecwid",
    {},
    { eventType: "order.created", entityId: 1, data: { orderId: "A1" } },
    "The event has no topic.",
  ],
  ["Stripe", {}, { type: "checkout.session.completed", data: { object: {} } }, "The event has no topic."],
  ...[
    "checkouts/create",
    "draft_orders/create",
    "orders/partially_fulfilled",
    "fulfillments/update",
    "refunds/create",
    "customers/create",
    "app/uninstalled",
  ].map(
    (topic) =>
      [
        "Shopify",
        { "x-shopify-topic": topic },
        { id: 1 },
        `${topic} is not a topic that sends texts.`,
      ] as const,
  ),
  ...["order.deleted", "order.restored", "product.updated", "action.woocommerce_add_to_cart"].map(
    (topic) =>
      [
        "WooCommerce",
        { "x-wc-webhook-topic": topic },
        { id: 1 },
        `${topic} is not a topic that sends texts.`,
      ] as const,
  ),
  ["Shopify", { "x-shopify-topic": "" }, { id: 1 }, "The event has no topic."],
  ["Shopify", { "x-shopify-topic": "orders/paid" }, {}, "The order has no mobile number."],
  [
    "Shopify",
    { "x-shopify-topic": "orders/paid" },
    { order: null, customer: [], phone: {} },
    "The order has no mobile number.",
  ],
  ["Shopify", { "x-shopify-topic": " Orders/Paid " }, {}, "The order has no mobile number."],
] as never;

describe("a body that is no order of ours", () => {
  it.each(OTHERS)("of %s with %j is skipped", async (_, headers, body, skipped) => {
    const { status, body: answer } = await deliver({ raw: JSON.stringify(body), headers });
    expect([status, answer]).toEqual([200, { success: true, skipped }]);
    expect(await messagesOf(account.accountId)).toEqual([]);
  });

  it.each(["[]", "null", "1", '"orders/paid"', "<order/>", "a=b"])("as %s is skipped", async (raw) => {
    const { status, body } = await deliver({ raw, headers: SHOPIFY.headers });
    expect([status, body.success, typeof body.skipped]).toEqual([200, true, "string"]);
  });
});

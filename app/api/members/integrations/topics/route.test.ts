import { beforeAll, describe, expect, it, test } from "vitest";
import { STOREFRONT_TOPICS, TOPICS } from "@/lib/contracts/integrations/storefront-topics";
import { readTopics, type TopicRecord } from "@/lib/contracts/members/integration-topics";
import { decrypt } from "@/lib/crypto/encryption";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { ask } from "@/tests/support/member";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: setUp } = handlersOf("/api/members/integrations");
const { POST: removeSecret } = handlersOf("/api/members/integrations/shop-secret/remove");
const { POST: enter } = handlersOf("/api/members/integrations/shop-secret");
const { GET, POST } = handlersOf("/api/members/integrations/topics");

useTestDatabase();

type Topics = { topics: TopicRecord[]; shops: { shopify: boolean; woocommerce: boolean } };

async function shopkeeper(): Promise<TestAccount> {
  const account = await testAccount();
  const { id } = await db().prisma.shortcode.findFirstOrThrow({ where: { ownerId: null, active: true } });
  await ask(setUp, account, { json: { kind: "storefront", shortcodeId: id } });
  return account;
}

async function read(from: TestAccount): Promise<Topics> {
  const { body } = await ask<Topics>(GET, from, {});
  expect(body).toEqual(readTopics.response.parse(body));
  return body;
}

const stored = ({ accountId }: TestAccount) =>
  db().prisma.integration.findUniqueOrThrow({
    where: { accountId_kind: { accountId, kind: "storefront" } },
  });

const written = async ({ accountId }: TestAccount) =>
  (await db().prisma.activity.findMany({ where: { accountId }, orderBy: { id: "asc" } })).slice(1);

let account: TestAccount;
beforeAll(async () => {
  account = await shopkeeper();
});

describe("the texts of a storefront", () => {
  it("are the usual ones until another is chosen, one by one", async () => {
    const own = await shopkeeper();
    const before = await read(own);
    expect(before.topics).toEqual(
      STOREFRONT_TOPICS.map((topic) => ({
        topic,
        enabled: ["orders/paid", "orders/fulfilled"].includes(topic),
        template: TOPICS[topic].template,
      })),
    );
    const chosen = { topic: "orders/create", enabled: true, template: "Order {{ order_number }} is in." };
    expect(await ask(POST, own, { json: chosen })).toMatchObject({ status: 200, body: { success: true } });
    const quiet = { ...before.topics[1], topic: "orders/paid", enabled: false };
    await ask(POST, own, { json: quiet });
    const after = await read(own);
    expect(after.topics).toEqual([chosen, quiet, ...before.topics.slice(2)]);
    expect((await stored(own)).topics).toEqual({
      "orders/create": { enabled: true, template: chosen.template },
      "orders/paid": { enabled: false, template: TOPICS["orders/paid"].template },
    });
  });

  it("keep what is not given", async () => {
    const own = await shopkeeper();
    const topic = "orders/create";
    await ask(POST, own, { json: { topic, enabled: true } });
    await ask(POST, own, { json: { topic, template: "Kia ora" } });
    expect((await read(own)).topics[0]).toEqual({ topic, enabled: true, template: "Kia ora" });
    await ask(POST, own, { json: { topic, enabled: false } });
    expect((await read(own)).topics[0]).toEqual({ topic, enabled: false, template: "Kia ora" });
  });

  it("that are saved at once, a switch and a text, undo each other nothing", async () => {
    const own = await shopkeeper();
    const topic = "orders/create";
    await Promise.all([
      ask(POST, own, { json: { topic, template: "Kia ora" } }),
      ask(POST, own, { json: { topic, enabled: true } }),
    ]);
    expect((await read(own)).topics[0]).toEqual({ topic, enabled: true, template: "Kia ora" });
  });

  it("are written down as changed, without the text, and only when they are", async () => {
    const own = await shopkeeper();
    const json = { topic: "orders/create", enabled: true, template: "Something of a text" };
    await ask(POST, own, { json });
    await ask(POST, own, { json });
    const lines = await written(own);
    expect(lines).toMatchObject([
      {
        action: "integration_changed",
        details: {
          integration: "Storefront",
          "Shopify: order placed": "on",
          text: "changed for Shopify: order placed",
        },
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain("Something");
  });

  test.each([
    [{ template: "Hi {{first_nam}}" }, "'template' names {{first_nam}}, which does not exist"],
    [{ template: "Hi {{First name}}" }, "'template' names {{First name}}, which does not exist"],
    [{ template: "Hi {{}}" }, "'template' names {{}}, which does not exist"],
    [{ template: "Hi {{first_name}" }, "'template' has two braces that do not belong together"],
    [{ template: " \n " }, "'template' must not be empty"],
    [{ template: "x".repeat(1_501) }, "'template' must be at most 1500 characters long"],
    [{ template: "a\0b" }, "'template' must not contain a NUL"],
    [{ topic: "orders/eaten" }, "'topic' must be"],
  ])("are refused as %j", async (wrong, sentence) => {
    const json = { topic: "orders/paid", enabled: true, template: "Thank you.", ...wrong };
    expect(await ask(POST, account, { json })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(sentence) },
    });
    expect((await stored(account)).topics).toEqual({});
  });

  it("are only there where a storefront is set up, and only for their account", async () => {
    const stranger = await testAccount();
    const json = { topic: "orders/paid", enabled: false, template: "Stranger" };
    const shop = { shop: "shopify", secret: "x" };
    const gone = { status: 404, body: { error: "Storefront is not set up." } };
    expect(await ask(GET, stranger, {})).toMatchObject(gone);
    expect(await ask(POST, stranger, { json })).toMatchObject(gone);
    expect(await ask(enter, stranger, { json: shop })).toMatchObject(gone);
    expect(await ask(removeSecret, stranger, { json: shop })).toMatchObject(gone);
    expect(await stored(account)).toMatchObject({ topics: {}, shopifySecret: null });
    expect(await call(GET, { method: "GET" })).toMatchObject({ status: 401 });
    const headers = { "sec-fetch-site": "same-origin" };
    for (const handler of [POST, enter, removeSecret]) {
      expect(await call(handler, { json, headers })).toMatchObject({ status: 401 });
    }
  });
});

describe("a shop's secret", () => {
  it("is kept encrypted, shown nowhere, and forgotten", async () => {
    const own = await shopkeeper();
    const secret = "shpss_0123456789abcdef";
    const entered = await ask(enter, own, { json: { shop: "shopify", secret: ` ${secret} ` } });
    expect(entered).toMatchObject({ status: 200, body: { success: true } });
    const { shopifySecret, woocommerceSecret } = await stored(own);
    expect(decrypt(shopifySecret ?? new Uint8Array(), TEST_SECRET)).toBe(secret);
    expect(woocommerceSecret).toBeNull();
    expect((await read(own)).shops).toEqual({ shopify: true, woocommerce: false });
    await ask(enter, own, { json: { shop: "woocommerce", secret: "w" } });
    await ask(removeSecret, own, { json: { shop: "shopify" } });
    expect((await read(own)).shops).toEqual({ shopify: false, woocommerce: true });
    const lines = await written(own);
    expect(lines.map(({ details }) => details)).toEqual([
      { integration: "Storefront", "secret of Shopify": "entered" },
      { integration: "Storefront", "secret of WooCommerce": "entered" },
      { integration: "Storefront", "secret of Shopify": "removed" },
    ]);
    expect(JSON.stringify(lines) + (await ask(GET, own, {})).text).not.toContain(secret);
  });

  test.each([
    [{ shop: "etsy", secret: "x" }, "'shop' must be"],
    [{ shop: "shopify" }, "'secret' is required"],
    [{ shop: "shopify", secret: "  " }, "'secret' must not be empty"],
    [{ shop: "shopify", secret: "s".repeat(256) }, "'secret' must be at most 255"],
  ])("is refused as %j", async (json, sentence) => {
    expect(await ask(enter, account, { json })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(sentence) },
    });
  });
});

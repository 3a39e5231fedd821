import { beforeAll, describe, expect, it, test, vi } from "vitest";
import { POST as token } from "@/app/gateway/auth/token/route";
import { POST as balance } from "@/app/gateway/sms/balance/route";
import { enableKey } from "@/lib/auth/keys/api-keys";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import { type ApiKeyRecord, createApiKeyOperation, listApiKeys } from "@/lib/contracts/members/api-keys";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { useTestDatabase } from "@/tests/support/database/database";
import { lockWaits } from "@/tests/support/database/lock-waits";
import { ask, cookieOf } from "@/tests/support/member";
import { itByHandlers } from "@/tests/support/server/by-handlers";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: remove } = handlersOf("/api/members/api-keys/delete");
const { POST: enable } = handlersOf("/api/members/api-keys/enable");
const { GET, POST } = handlersOf("/api/members/api-keys");

useTestDatabase();

let account: TestAccount;
let other: TestAccount;
beforeAll(async () => {
  account = await testAccount();
  other = await testAccount();
});

type NewKey = { key: ApiKeyRecord; clientSecret: string };

async function make(from = account, json: object = { name: "Web shop" }) {
  const made = await ask<NewKey>(POST, from, { json });
  expect(made.body).toEqual(createApiKeyOperation.response.parse(made.body));
  return made.body;
}

const tokenFor = ({ key, clientSecret }: NewKey) =>
  call<{ access_token: string }>(token, { form: { client_id: key.clientId, client_secret: clientSecret } });

describe("an API key", () => {
  itByHandlers("is one of a hundred, however many are asked for at once", async () => {
    const own = await testAccount();
    const { accountId } = own;
    const given = { name: "Web shop", expiresAt: null };
    for (let count = 0; count < 99; count++) await createApiKey(db(), accountId, given, new Date());
    const { asked } = await db().transaction(async (tx) => {
      // The lock allows reads of keys. Both requests wait to insert a key.
      await tx.query(sql`lock table api_keys in share mode`);
      const asked = [1, 2].map(() => ask(POST, own, { json: { name: "Web shop" } }));
      const waiting = sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(() => db().query(waiting), { interval: 5 }).toHaveLength(2);
      return { asked };
    });
    expect((await Promise.all(asked)).map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await db().prisma.apiKey.count({ where: { accountId } })).toBe(100);
  });

  it("is made with a secret that works, and shown without it from then on", async () => {
    const own = await testAccount();
    const made = await make(own, { name: "Web shop", expires: "2099-12-31" });
    expect(made.key).toMatchObject({ name: "Web shop", state: "active", expiresAt: "2099-12-31 23:59:59" });
    const bearer = { authorization: `Bearer ${(await tokenFor(made)).body.access_token}` };
    expect((await call(balance, { headers: bearer })).status).toBe(200);
    const list = await ask<{ keys: ApiKeyRecord[] }>(GET, own, {});
    expect(list.body).toEqual(listApiKeys.response.parse(list.body));
    expect(list.body.keys).toMatchObject([{ id: made.key.id, lastUsedAt: expect.any(String) }]);
    expect(list.text).not.toContain(made.clientSecret);
  });

  it("ends its tokens for good when it is disabled, has new ones when enabled, and is gone when deleted", async () => {
    const made = await make();
    const bearer = { authorization: `Bearer ${(await tokenFor(made)).body.access_token}` };
    const status = async () => (await call(balance, { headers: bearer })).status;
    const { id } = made.key;
    await ask(enable, account, { json: { id, enabled: false } });
    expect(await status()).toBe(401);
    expect((await tokenFor(made)).status).toBe(401);
    await ask(enable, account, { json: { id, enabled: true } });
    expect(await status()).toBe(401);
    expect(await db().prisma.accessToken.count({ where: { apiKeyId: id } })).toBe(0);
    bearer.authorization = `Bearer ${(await tokenFor(made)).body.access_token}`;
    expect(await status()).toBe(200);
    expect((await ask(remove, account, { json: { id } })).status).toBe(200);
    expect(await status()).toBe(401);
    expect(await db().prisma.accessToken.count({ where: { apiKeyId: id } })).toBe(0);
    expect(await ask(remove, account, { json: { id } })).toMatchObject({ status: 404 });
  });

  it("issues no token while it is being disabled", async () => {
    const made = await make();
    let asked: ReturnType<typeof tokenFor> | undefined;
    const transactions = vi.spyOn(db(), "transaction");
    await db().transaction(async (tx) => {
      await enableKey(tx, account.accountId, { id: made.key.id, enabled: false }, new Date());
      asked = tokenFor(made);
      await expect.poll(() => transactions.mock.calls.length, { interval: 5 }).toBeGreaterThan(2);
      expect(await lockWaits()).toBe(0);
    });
    transactions.mockRestore();
    expect((await asked)?.status).toBe(401);
    expect(await db().prisma.accessToken.count({ where: { apiKeyId: made.key.id } })).toBe(0);
  });

  it("is nobody else's to see, disable or delete", async () => {
    const { key } = await make();
    expect((await ask<{ keys: unknown[] }>(GET, other, {})).body.keys).toEqual([]);
    const json = { id: key.id, enabled: false };
    expect(await ask(enable, other, { json })).toMatchObject({ status: 404 });
    expect(await ask(remove, other, { json: { id: key.id } })).toMatchObject({ status: 404 });
    const row = await db().prisma.apiKey.findUniqueOrThrow({ where: { id: key.id } });
    expect(row.disabledAt).toBeNull();
  });

  it("is written down with who did it, and without its secret", async () => {
    const own = await testAccount();
    const made = await make(own);
    const activities = await db().prisma.activity.findMany({ where: { accountId: own.accountId } });
    expect(activities).toMatchObject([
      {
        action: "api_key_created",
        actorId: own.accountId,
        address: "203.0.113.7",
        details: { name: "Web shop" },
      },
    ]);
    expect(JSON.stringify(activities)).not.toContain(made.clientSecret);
  });

  test.each([
    [{ name: "" }, "'name' is required"],
    [{ name: "   " }, "'name' must not be empty"],
    [{ name: "n".repeat(81) }, "'name' must be at most 80"],
    [{ name: "Old", expires: "2020-01-01" }, "'expires' must be a future date"],
    [{ name: "Never", expires: "2026-02-30" }, "'expires' must be a date that exists"],
  ])("is refused as %j", async (json, sentence) => {
    expect(await ask(POST, account, { json })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(sentence) },
    });
  });
});

describe("the Members Area", () => {
  it("is for who is signed in", async () => {
    expect(await call(GET, { method: "GET" })).toMatchObject({ status: 401 });
    const headers = { cookie: "gateway.session=nonsense", "sec-fetch-site": "same-origin" };
    expect(await call(GET, { method: "GET", headers })).toMatchObject({ status: 401 });
    const { userId, password } = account;
    expect(await call(GET, { method: "GET", query: { userId, password } })).toMatchObject({ status: 401 });
  });

  it("ends with a new password, and with the account", async () => {
    const own = await testAccount();
    const headers = { cookie: await cookieOf(own) };
    const status = async () => (await call(GET, { method: "GET", headers })).status;
    const { accountId: id } = own;
    expect(await status()).toBe(200);
    await db().prisma.account.update({ where: { id }, data: { sessionVersion: 1 } });
    expect(await status()).toBe(401);
    await db().prisma.account.update({ where: { id }, data: { sessionVersion: 0, status: "disabled" } });
    expect(await status()).toBe(401);
  });

  test.each([
    ["another site's page", { "sec-fetch-site": "cross-site" }],
    ["another host of the same site", { "sec-fetch-site": "same-site" }],
    ["an old browser on another site", { "sec-fetch-site": "", origin: "https://evil.example" }],
  ])("changes nothing for %s", async (_, given) => {
    const headers = Object.fromEntries(
      Object.entries({ cookie: await cookieOf(account), ...given }).filter(([, value]) => value !== ""),
    );
    const called = await call(POST, { json: { name: "Trick" }, headers });
    expect(called).toMatchObject({ status: 403, body: { code: "forbidden" } });
  });
});

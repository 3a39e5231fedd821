import { describe, expect, it, test, vi } from "vitest";
import { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "@/app/gateway/auth/token/route";
import { POST as balance } from "@/app/gateway/sms/balance/route";
import { setAccountEnabled } from "@/lib/accounts/set-account-enabled";
import { invalidateCallers } from "@/lib/auth/callers/caller-cache";
import { createApiKey, type NewApiKey } from "@/lib/auth/keys/create-api-key";
import type { TokenResponse } from "@/lib/contracts/gateway/token";
import { hashSecret } from "@/lib/crypto/secrets";
import { sql } from "@/lib/db/sql";
import { accountsDb } from "@/tests/support/database/accounts-db";
import { useTestDatabase } from "@/tests/support/database/database";
import { lockWaits } from "@/tests/support/database/lock-waits";
import { call, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

async function keyOf(accountId: number, expiresAt: Date | null = null): Promise<NewApiKey> {
  return createApiKey(accountsDb(), accountId, { name: "test", expiresAt }, new Date());
}

async function tokenOf(key: NewApiKey): Promise<string> {
  const json = { client_id: key.clientId, client_secret: key.clientSecret };
  const { body } = await call<TokenResponse>(POST, { json });
  return body.access_token;
}

function callWith(token: string) {
  return call(balance, { headers: { authorization: `Bearer ${token}` } });
}

describe("POST /gateway/auth/token", () => {
  it("gives a token for 86400 seconds, by form and by JSON", async () => {
    const { accountId } = await testAccount();
    const key = await keyOf(accountId);
    expect(key.clientId).toMatch(/^cid_/);
    expect(key.clientSecret).toMatch(/^csk_/);
    const given = { client_id: key.clientId, client_secret: key.clientSecret };
    for (const options of [{ form: given }, { json: given }]) {
      const { status, body, headers } = await call<TokenResponse>(POST, options);
      expect(status).toBe(200);
      expect(body).toEqual({ access_token: expect.any(String), token_type: "Bearer", expires_in: 86_400 });
      expect(headers.get("cache-control")).toBe("no-store");
      expect(await callWith(body.access_token)).toMatchObject({ status: 200, body: { balance: "10.00" } });
    }
  });

  test.each([
    ["client_id", { client_secret: "csk_x" }],
    ["client_secret", { client_id: "cid_x" }],
  ])("answers 400 invalid_request without %s", async (name, form) => {
    expect(await call(POST, { form: form as Record<string, string> })).toMatchObject({
      status: 400,
      body: { success: false, error: "invalid_request", message: `Parameter '${name}' is required.` },
    });
  });

  it("answers 400 invalid_request for a body that is not JSON", async () => {
    const raw = { raw: "{", headers: { "content-type": "application/json" } };
    expect(await call(POST, raw)).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  });

  it("answers 401 invalid_client for a wrong id, a wrong secret, a disabled and an expired key", async () => {
    const { accountId } = await testAccount();
    const disabled = await keyOf(accountId);
    await accountsDb().prisma.apiKey.update({ where: { id: disabled.id }, data: { disabledAt: new Date() } });
    const expired = await keyOf(accountId, new Date(Date.now() - 1000));
    const good = await keyOf(accountId);
    const pairs = [
      { client_id: "cid_nobody", client_secret: good.clientSecret },
      { client_id: good.clientId, client_secret: disabled.clientSecret },
      { client_id: disabled.clientId, client_secret: disabled.clientSecret },
      { client_id: expired.clientId, client_secret: expired.clientSecret },
    ];
    for (const form of pairs) {
      expect(await call(POST, { form })).toMatchObject({
        status: 401,
        body: { success: false, error: "invalid_client" },
      });
    }
  });

  test.each(Object.entries({ GET, PUT, PATCH, DELETE, OPTIONS }))(
    "answers 405 to %s",
    async (method, handler) => {
      const { status, headers, text } = await call(handler, { method });
      expect(status).toBe(405);
      expect(headers.get("allow")).toBe("POST");
      expect(JSON.parse(text)).toMatchObject({ success: false, error: "method_not_allowed" });
    },
  );

  it("answers 405 to HEAD, without a body", async () => {
    const { status, headers, text } = await call(HEAD, { method: "HEAD" });
    expect([status, headers.get("allow"), text]).toEqual([405, "POST", ""]);
  });

  it("answers 429 with Retry-After to guesses, and still lets the right secret in", async () => {
    const { accountId } = await testAccount();
    const key = await keyOf(accountId);
    const wrong = { client_id: key.clientId, client_secret: "csk_guess" };
    const guesses = await Promise.all(Array.from({ length: 11 }, () => call(POST, { form: wrong })));
    expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429]);
    const limited = guesses.find(({ status }) => status === 429);
    expect(Number(limited?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await tokenOf(key)).toBeTruthy();
  });

  it("keeps the newest 500 tokens of a key", async () => {
    const { accountId } = await testAccount();
    const key = await keyOf(accountId);
    const [first, second] = [await tokenOf(key), await tokenOf(key)];
    await accountsDb().query(sql`update access_tokens set created_at = created_at - interval '1 hour'
      where token_hash = ${hashSecret(first)}`);
    await accountsDb().query(sql`
      insert into access_tokens (token_hash, api_key_id, created_at, expires_at)
      select sha256(i::text::bytea), ${key.id}::uuid, now() - interval '1 minute', now() + interval '1 day'
      from generate_series(1, 497) as i`);
    const third = await tokenOf(key);
    expect((await callWith(first)).status).toBe(200);
    const last = await tokenOf(key);
    invalidateCallers(accountsDb());
    expect(await accountsDb().prisma.accessToken.count({ where: { apiKeyId: key.id } })).toBe(500);
    expect((await callWith(first)).status).toBe(401);
    for (const token of [second, third, last]) expect((await callWith(token)).status).toBe(200);
  });

  it("issues none while the account is being disabled", async () => {
    const admin = await testAccount({ admin: true });
    const { accountId } = await testAccount();
    const key = await keyOf(accountId);
    const actor = { accountId: admin.accountId, address: "" };
    let asked: ReturnType<typeof call> | undefined;
    const transactions = vi.spyOn(accountsDb(), "transaction");
    await accountsDb().transaction(async (tx) => {
      await tx.query(sql`select 1 from accounts where id = ${accountId} for update`);
      await tx.query(sql`update accounts set status = 'disabled' where id = ${accountId}`);
      asked = call(POST, { json: { client_id: key.clientId, client_secret: key.clientSecret } });
      await expect.poll(() => transactions.mock.calls.length, { interval: 5 }).toBeGreaterThan(2);
      expect(await lockWaits()).toBe(0);
    });
    transactions.mockRestore();
    expect((await asked)?.status).toBe(401);
    await setAccountEnabled(accountsDb(), { accountId, enabled: true }, actor, new Date());
    expect(await accountsDb().prisma.accessToken.count({ where: { apiKeyId: key.id } })).toBe(0);
  });

  it("stores neither secret nor token", async () => {
    const { accountId } = await testAccount();
    const key = await keyOf(accountId);
    const token = await tokenOf(key);
    const rows = [
      await accountsDb().prisma.apiKey.findMany(),
      await accountsDb().prisma.accessToken.findMany(),
    ];
    const stored = JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? String(value) : value));
    expect(stored).toContain(key.clientId);
    expect(stored).not.toContain(key.clientSecret);
    expect(stored).not.toContain(token);
  });
});

describe("a token ends", () => {
  it("when its key is disabled, expires or is deleted, and after 24 hours", async () => {
    const { accountId } = await testAccount();
    const ends: ((key: NewApiKey) => Promise<unknown>)[] = [
      ({ id }) => accountsDb().prisma.apiKey.update({ where: { id }, data: { disabledAt: new Date() } }),
      ({ id }) => accountsDb().prisma.apiKey.update({ where: { id }, data: { expiresAt: new Date() } }),
      ({ id }) => accountsDb().prisma.apiKey.delete({ where: { id } }),
      ({ id }) =>
        accountsDb().prisma.accessToken.updateMany({
          where: { apiKeyId: id },
          data: { createdAt: new Date(Date.now() - 86_401_000), expiresAt: new Date(Date.now() - 1000) },
        }),
    ];
    for (const end of ends) {
      const key = await keyOf(accountId);
      const token = await tokenOf(key);
      expect((await callWith(token)).status).toBe(200);
      await end(key);
      invalidateCallers(accountsDb());
      expect(await callWith(token)).toMatchObject({ status: 401, body: { code: "invalid_credentials" } });
    }
  });

  it("when its account is disabled", async () => {
    const { accountId } = await testAccount();
    const token = await tokenOf(await keyOf(accountId));
    await accountsDb().prisma.account.update({ where: { id: accountId }, data: { status: "disabled" } });
    expect((await callWith(token)).status).toBe(401);
  });

  it("within five seconds when that is done on another server", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { accountId } = await testAccount();
    const key = await keyOf(accountId);
    const token = await tokenOf(key);
    expect((await callWith(token)).status).toBe(200);
    await accountsDb().prisma.apiKey.update({ where: { id: key.id }, data: { disabledAt: new Date() } });
    vi.setSystemTime(Date.now() + 5_000);
    expect((await callWith(token)).status).toBe(401);
    vi.useRealTimers();
  });
});

import { afterEach, describe, expect, it, test, vi } from "vitest";
import { POST as token } from "@/app/gateway/auth/token/route";
import { GET, POST } from "@/app/gateway/sms/balance/route";
import { hashPassword } from "@/lib/auth/passwords/passwords";
import { accountsDb } from "@/tests/support/database/accounts-db";
import { useTestDatabase } from "@/tests/support/database/database";
import { call, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();
afterEach(() => vi.useRealTimers());

describe("POST /gateway/sms/balance", () => {
  it("answers the balance as a decimal string", async () => {
    const { userId, password } = await testAccount({ balanceMicros: 9_885_000n });
    expect(await call(POST, { form: { userId, password } })).toMatchObject({
      status: 200,
      body: { balance: "9.885", currency: "NZD" },
    });
  });

  it("answers each account with its own", async () => {
    const rich = await testAccount({ balanceMicros: 500_000_000n });
    const poor = await testAccount({ balanceMicros: 0n });
    expect((await call(POST, { json: { userId: poor.userId, password: poor.password } })).body).toEqual({
      balance: "0.00",
      currency: "NZD",
    });
    expect((await call(POST, { json: { userId: rich.userId, password: rich.password } })).body).toMatchObject(
      {
        balance: "500.00",
      },
    );
  });

  it("answers 405 with Allow to GET", async () => {
    const { status, headers, body } = await call(GET, { method: "GET" });
    expect(status).toBe(405);
    expect(headers.get("allow")).toBe("POST");
    expect(body).toMatchObject({ success: false, code: "method_not_allowed" });
  });
});

describe("credentials", () => {
  it("come by query string, form or JSON, the email address in any case", async () => {
    const { userId, password } = await testAccount();
    for (const options of [
      { query: { userId, password } },
      { form: { userId: userId.toUpperCase(), password } },
      { json: { userId, password } },
    ]) {
      expect((await call(POST, options)).status).toBe(200);
    }
  });

  it("are not taken by HTTP basic here", async () => {
    const { userId, password } = await testAccount();
    const authorization = `Basic ${Buffer.from(`${userId}:${password}`).toString("base64")}`;
    expect((await call(POST, { headers: { authorization } })).status).toBe(401);
  });

  test.each([
    ["none", {}],
    ["no password", { userId: "account1@example.com" }],
    ["an unknown account", { userId: "nobody@example.com", password: "correct horse battery" }],
    ["a bad password", { userId: "account1@example.com", password: "wrong" }],
    ["a NUL character", { userId: "account1\u0000@example.com", password: "wrong" }],
    ["numbers", { userId: 1, password: 2 }],
    ["a password beyond any length", { userId: "account1@example.com", password: "p".repeat(60_000) }],
  ])("answer 401 for %s", async (_, json) => {
    expect(await call(POST, { json, address: "198.51.100.1" })).toMatchObject({
      status: 401,
      body: { success: false, code: "invalid_credentials", error: expect.any(String) },
    });
  });

  it("answer 401 for a token that is none, whatever else is given", async () => {
    const { userId, password } = await testAccount();
    const headers = { authorization: "Bearer nonsense" };
    expect((await call(POST, { headers, form: { userId, password } })).status).toBe(401);
  });

  it("answer 401 for a disabled account", async () => {
    const { userId, password, accountId } = await testAccount();
    await accountsDb().prisma.account.update({ where: { id: accountId }, data: { status: "disabled" } });
    expect(await call(POST, { form: { userId, password } })).toMatchObject({
      status: 401,
      body: { error: "This account is disabled." },
    });
  });

  it("are forgotten within five seconds when the password changes, though they were remembered", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { userId, password, accountId } = await testAccount();
    expect((await call(POST, { form: { userId, password } })).status).toBe(200);
    const passwordHash = await hashPassword("another password");
    await accountsDb().prisma.account.update({ where: { id: accountId }, data: { passwordHash } });
    vi.setSystemTime(Date.now() + 5_000);
    expect((await call(POST, { form: { userId, password } })).status).toBe(401);
    vi.useRealTimers();
  });

  it("count at once when they are new, although the old ones are known", async () => {
    const { userId, password, accountId } = await testAccount();
    expect((await call(POST, { form: { userId, password } })).status).toBe(200);
    const passwordHash = await hashPassword("another password");
    await accountsDb().prisma.account.update({ where: { id: accountId }, data: { passwordHash } });
    expect((await call(POST, { form: { userId, password: "another password" } })).status).toBe(200);
    expect((await call(POST, { form: { userId, password } })).status).toBe(401);
  });
});

describe("wrong passwords", () => {
  it("are limited per account and address, with Retry-After, however many come at once", async () => {
    const { userId, password } = await testAccount();
    const guess = (index: number) =>
      call(POST, { form: { userId, password: `guess ${index}` }, address: "192.0.2.66" });
    const statuses = (await Promise.all(Array.from({ length: 20 }, (_, index) => guess(index)))).map(
      (r) => r.status,
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);

    const limited = await guess(99);
    expect(limited).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(800);

    // Failed attempts from another address do not lock the owner out.
    expect((await call(POST, { form: { userId, password }, address: "203.0.113.9" })).status).toBe(200);
    // A password that was right before is accepted from any address, even from the attacker's.
    expect((await call(POST, { form: { userId, password }, address: "192.0.2.66" })).status).toBe(200);
  });

  it("are limited per address as well, whatever the accounts", async () => {
    const address = "192.0.2.90";
    const guesses = Array.from({ length: 101 }, (_, index) =>
      call(POST, { form: { userId: `nobody${index}@example.com`, password: "p" }, address }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    const { userId, password } = await testAccount();
    expect((await call(POST, { form: { userId, password }, address })).status).toBe(429);
    expect((await call(POST, { form: { userId, password }, address: "192.0.2.91" })).status).toBe(200);
  });

  it("do not spend an API key's guesses, nor the other way round", async () => {
    const { userId, password } = await testAccount();
    const address = "192.0.2.92";
    for (let guess = 0; guess < 11; guess++) {
      await call(token, { form: { client_id: userId, client_secret: "csk_no" }, address });
    }
    expect((await call(POST, { form: { userId, password }, address })).status).toBe(200);
  });

  it("are forgotten after a quarter of an hour", async () => {
    const { userId, password } = await testAccount();
    const address = "192.0.2.67";
    for (let index = 0; index < 11; index++)
      await call(POST, { form: { userId, password: `no ${index}` }, address });
    expect((await call(POST, { form: { userId, password }, address })).status).toBe(429);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15 * 60_000 + 1000 });
    expect((await call(POST, { form: { userId, password }, address })).status).toBe(200);
  });

  it("count once for a client that starts with a hundred right calls at once", async () => {
    const { userId, password } = await testAccount();
    const calls = Array.from({ length: 100 }, () => call(POST, { form: { userId, password } }));
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it("tell nobody whether an account exists", async () => {
    const { userId } = await testAccount();
    const known = await call(POST, { form: { userId, password: "no" }, address: "192.0.2.70" });
    const unknown = await call(POST, {
      form: { userId: "nobody@example.com", password: "no" },
      address: "192.0.2.70",
    });
    expect(unknown.body).toEqual(known.body);
  });
});

describe("every 401", () => {
  it("says how to authenticate", async () => {
    const wrong = await call(POST, { form: { userId: "nobody@example.com", password: "no" } });
    expect([wrong.status, wrong.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  });
});

describe("every response", () => {
  it("carries a request id and is not to be cached", async () => {
    const { headers } = await call(POST);
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get("cache-control")).toBe("no-store");
  });
});

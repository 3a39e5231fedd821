import { describe, expect, it, test } from "vitest";
import { POST as token } from "@/app/gateway/auth/token/route";
import { GET as configure } from "@/app/gateway/configure/route";
import { POST as balance } from "@/app/gateway/sms/balance/route";
import { GET as send } from "@/app/send.php/route";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import { signIn } from "@/lib/auth/sign-in";
import type { Callers } from "@/lib/contracts/base/operation";
import { db } from "@/lib/db/client";
import { authenticate } from "@/lib/http/authenticate";
import { callOf } from "@/lib/http/gateway";
import { fromWeb } from "@/lib/http/request/gateway-request";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { MOBILE } from "@/tests/support/server/send";

useTestDatabase();

function authenticateWeb(web: Request, callers: Callers) {
  const request = fromWeb(web);
  return authenticate(callOf(request), request, callers);
}

function callWith(authorization: string, callers: Callers) {
  const request = new Request("http://gateway.test/x?a=1", { method: "POST", headers: { authorization } });
  return authenticateWeb(request, callers);
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

describe("HTTP basic", () => {
  it("is taken where the endpoint allows it, and only there", async () => {
    const { userId, password, accountId } = await testAccount({ password: "with:colon and ā" });
    const { caller, readParameters } = await callWith(basic(`${userId}:${password}`), "account-or-basic");
    expect(caller.accountId).toBe(accountId);
    expect(Object.fromEntries(await readParameters())).toEqual({ a: "1" });
    await expect(callWith(basic(`${userId}:${password}`), "account")).rejects.toMatchObject({ status: 401 });
  });

  test.each([basic("no colon"), "Basic", basic("nobody@example.com:x")])(
    "refuses %s",
    async (authorization) => {
      await expect(callWith(authorization, "account-or-basic")).rejects.toMatchObject({ status: 401 });
    },
  );
});

describe("a large body", () => {
  const LARGE = JSON.stringify({ to: ["1".repeat(100_000)] });

  function post(query: Record<string, string>, headers: Record<string, string>, body: string): Request {
    return new Request(`http://gateway.test/x?${new URLSearchParams(query)}`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...headers },
    });
  }
  const authenticateBy = (request: Request, callers: Callers = "account-or-basic") =>
    authenticateWeb(request, callers);

  it("is read once the credentials in the query string or a header are verified, and not before", async () => {
    const { userId, password } = await testAccount();
    for (const request of [
      post({ userId, password }, {}, LARGE),
      post({}, { authorization: basic(`${userId}:${password}`) }, LARGE),
    ]) {
      const { readParameters } = await authenticateBy(request);
      expect(request.bodyUsed).toBe(false);
      expect([...(await readParameters()).keys()]).toContain("to");
    }
  });

  it("is not read at all where those are wrong", async () => {
    const { userId } = await testAccount();
    for (const request of [
      post({ userId, password: "wrong" }, {}, LARGE),
      post({}, { authorization: basic(`${userId}:wrong`) }, LARGE),
      post({}, { authorization: "Bearer wrong" }, LARGE),
    ]) {
      await expect(authenticateBy(request)).rejects.toMatchObject({ status: 401 });
      expect(request.bodyUsed).toBe(false);
    }
  });

  /** The rest of a body that exceeds the limit of unverified callers. */
  const MANY = Array.from({ length: 10_000 }, (_, index) => `${64_210_000_000 + index}`);
  const json = (value: object) => JSON.stringify(value);

  it("is read as a verified caller's if its first 64 KiB have the credentials", async () => {
    const bodies: ((own: TestAccount) => [query: Record<string, string>, body: string])[] = [
      ({ userId, password }) => [{}, json({ userId, password, to: MANY })],
      ({ userId, password }) => [
        {},
        json({ body: "Kia ora", password, meta: { userId: "x" }, userId, to: MANY }),
      ],
      ({ userId, password }) => [{}, `\ufeff${json({ userId, password, to: MANY })}`],
      ({ userId, password }) => [{ userId }, json({ password, to: MANY })],
      ({ userId, password }) => [{ password }, json({ userId, to: MANY })],
    ];
    for (const bodyOf of bodies) {
      const account = await testAccount();
      const [query, body] = bodyOf(account);
      const { caller, readParameters } = await authenticateBy(post(query, {}, body));
      expect(caller.accountId).toBe(account.accountId);
      const parameters = await readParameters();
      expect([parameters.get("to"), parameters.get("userId")]).toEqual([MANY, account.userId]);
    }
  });

  it.each(["text/plain;charset=UTF-8", "", "application/vnd.api+json"])(
    "is read so with the label '%s' too",
    async (label) => {
      const { userId, password, accountId } = await testAccount();
      const request = post({}, { "content-type": label }, ` ${json({ userId, password, to: MANY })}`);
      const { caller, readParameters } = await authenticateBy(request);
      expect(caller.accountId).toBe(accountId);
      expect((await readParameters()).get("to")).toEqual(MANY);
    },
  );

  it.each([
    ["text/plain", "a", 415],
    ["text/plain; charset=utf-16", "{", 413],
    ["application/x-www-form-urlencoded", '{"', 413],
  ])("is refused with the label '%s' if it begins with %s", async (label, start, status) => {
    const body = start + "a".repeat(MANY.length * 12);
    await expect(authenticateBy(post({}, { "content-type": label }, body))).rejects.toMatchObject({ status });
  });

  it("contains its credentials to the last quote", async () => {
    const { userId, password } = await testAccount();
    const upTo = (bytes: number) => {
      const before = `{"body":"`;
      const behind = `","userId":${json({ userId }).slice(10, -1)},"password":"${password}"`;
      return `${before}${"a".repeat(bytes - before.length - behind.length)}${behind},"to":${json(MANY)}}`;
    };
    const { readParameters } = await authenticateBy(post({}, {}, upTo(64 * 1024)));
    expect((await readParameters()).get("to")).toEqual(MANY);
    await expect(authenticateBy(post({}, {}, upTo(64 * 1024 + 1)))).rejects.toMatchObject({
      status: 413,
      message: expect.stringContaining("Put the credentials first in the JSON body"),
    });
  });

  it("may be cut within a character", async () => {
    for (const pad of ["", "a", "aa", "aaa"]) {
      const { userId, password } = await testAccount();
      const request = post({}, {}, json({ userId, password, pad, body: "🌿".repeat(30_000) }));
      expect([...(await (await authenticateBy(request)).readParameters()).keys()]).toContain("body");
    }
  });

  it("names the places for credentials if its first 64 KiB lack them", async () => {
    const { userId, password } = await testAccount();
    for (const body of [
      json({ to: MANY, userId, password }),
      json({ userId, to: MANY, password }),
      json({ meta: { userId, password }, to: MANY }),
      json({ to: MANY }),
    ])
      await expect(authenticateBy(post({}, {}, body))).rejects.toMatchObject({
        status: 413,
        message:
          "The request body is larger than 65536 bytes, and the first 65536 have no complete 'userId' and 'password'. Put the credentials first in the JSON body, in the query string or in the header Authorization.",
      });
  });

  it("is refused after its first 64 KiB, and wrong credentials are counted once", async () => {
    const { userId, password } = await testAccount();
    const refused = (body: string, query = {}, headers = {}) =>
      authenticateBy(post(query, headers, body)).then(
        () => [200, ""],
        ({ status, message }) => [status, message],
      );
    const counted = async () => (await db().prisma.authFailure.aggregate({ _sum: { failures: true } }))._sum;
    const countedFor = async (body: object) => {
      const { failures: before } = await counted();
      expect(await refused(json(body))).toEqual([401, expect.any(String)]);
      return ((await counted()).failures ?? 0) - (before ?? 0);
    };
    const once = await countedFor({ userId, password: "wrong" });
    expect(once).toBeGreaterThan(0);
    expect(await countedFor({ userId, password: "also wrong", to: MANY })).toBe(once);
    expect(await refused(json({ userId: 1, password, to: MANY }))).toEqual([
      401,
      "The parameters userId and password must be texts.",
    ]);
    expect(await refused(json({ userId, password, to: MANY }), { userId })).toEqual([
      400,
      "Parameter 'userId' is given more than once.",
    ]);
    expect(await refused(`{"userId":"x",${json({ userId, password, to: MANY }).slice(1)}`)).toEqual([
      400,
      "Parameter 'userId' is given more than once.",
    ]);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    expect((await refused("x".repeat(100_000), {}, form))[0]).toBe(413);
    const announced = { "content-length": `${4 * 1024 * 1024 + 1}` };
    expect(await refused(json({ userId, password }), {}, announced)).toEqual([
      413,
      "The request body is larger than 4194304 bytes. Split it into several requests.",
    ]);
  });

  it("is refused as a whole if it repeats its credentials later", async () => {
    const { userId, password } = await testAccount();
    const body = `${json({ userId, password, to: MANY }).slice(0, -1)},"userId":"another"}`;
    const { readParameters } = await authenticateBy(post({}, {}, body));
    await expect(readParameters()).rejects.toMatchObject({
      status: 400,
      message: "Parameter 'userId' is given more than once.",
    });
  });

  it("may not give the credentials a second time", async () => {
    const { userId, password } = await testAccount();
    const { readParameters } = await authenticateBy(
      post({ userId, password }, {}, JSON.stringify({ password })),
    );
    await expect(readParameters()).rejects.toMatchObject({
      status: 400,
      message: "Parameter 'password' is given more than once.",
    });
  });
});

describe("an account that takes no password on the API", () => {
  const closed = async () => {
    const account = await testAccount();
    await db().prisma.account.update({
      where: { id: account.accountId },
      data: { passwordOnApi: false },
    });
    return account;
  };
  const ways = {
    parameters: ({ userId, password }: TestAccount) => call(balance, { form: { userId, password } }),
    basic: ({ userId, password }: TestAccount) =>
      call(configure, { method: "GET", headers: { authorization: basic(`${userId}:${password}`) } }),
    legacy: ({ userId: username, password }: TestAccount) =>
      call(send, { method: "GET", query: { username, password, cellnum: MOBILE, message: "Kia ora" } }),
  };

  test.each(Object.entries(ways))(
    "refuses it by %s, as it refuses a wrong one and nobody's",
    async (_, ask) => {
      const account = await closed();
      const right = await ask(account);
      expect([right.status, right.text]).toEqual([401, expect.stringContaining("API key")]);
      expect((await ask({ ...account, password: "wrong" })).text).toBe(right.text);
      expect((await ask({ ...account, userId: "nobody@example.com" })).text).toBe(right.text);
      await db().prisma.account.update({
        where: { id: account.accountId },
        data: { passwordOnApi: true },
      });
      expect((await ask(account)).status).toBe(200);
    },
  );

  it("counts the right one as it counts a wrong one: a guess can be told by nothing", async () => {
    const { userId, ...account } = await closed();
    const from = (password: string) => call(balance, { form: { userId, password }, address: "192.0.2.7" });
    for (let guess = 0; guess < 9; guess++) expect((await from(`guess ${guess}`)).status).toBe(401);
    expect((await from(account.password)).status).toBe(401);
    expect((await from("one more")).status).toBe(429);
  });

  it("goes on taking keys and tokens, the legacy endpoint a key, and its pages the password", async () => {
    const account = await closed();
    const key = await createApiKey(db(), account.accountId, { name: "test", expiresAt: null }, new Date());
    const made = await call<{ access_token: string }>(token, {
      form: { client_id: key.clientId, client_secret: key.clientSecret },
    });
    const headers = { authorization: `Bearer ${made.body.access_token}` };
    expect((await call(balance, { headers })).status).toBe(200);
    expect((await ways.legacy({ ...account, password: key.clientSecret })).status).toBe(200);
    const { userId: email, password } = account;
    const where = { address: "192.0.2.8", browser: "", authSecret: TEST_SECRET };
    expect(await signIn(db(), { email, password, code: undefined }, where, new Date())).toMatchObject({
      personId: account.accountId,
    });
  });
});

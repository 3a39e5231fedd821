import { PassThrough } from "node:stream";
import { afterEach, beforeAll, describe, expect, it, test } from "vitest";
import { GET, HEAD, POST } from "@/app/send.php/route";
import { invalidateCallers } from "@/lib/auth/callers/caller-cache";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import { openLog, setLog } from "@/lib/log";
import { accountsDb } from "@/tests/support/database/accounts-db";
import { useTestDatabase } from "@/tests/support/database/database";
import { books, call, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { MOBILE } from "@/tests/support/server/send";

useTestDatabase();
afterEach(() => setLog(undefined));

let account: TestAccount;
beforeAll(async () => {
  account = await testAccount({ balanceMicros: 1_000_000_000n });
});

function get(parameters: Record<string, string>, from = account, handler = GET, method = "GET") {
  const usual = { username: from.userId, password: from.password, cellnum: MOBILE, message: "Kia ora" };
  return call(handler, { method, query: { ...usual, ...parameters } });
}

describe("GET /send.php", () => {
  it("sends a transactional message, and answers with its id as plain text", async () => {
    const own = await testAccount();
    const { status, text, headers } = await get({ sender: "2190" }, own);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toMatch(/^text\/plain/);
    const [message] = await messagesOf(own.accountId);
    expect(text).toBe(`SUCCESS:${message?.id}`);
    expect(message).toMatchObject({
      body: "Kia ora",
      msisdn: MOBILE,
      sender: "2190",
      messageClass: "transactional",
      sendType: "sms",
    });
    expect((await books(own.accountId)).balance).toBe(9_885_000n);
  });

  it("takes the secret of a key that is enabled, and only of this account", async () => {
    const own = await testAccount();
    const key = await createApiKey(
      accountsDb(),
      own.accountId,
      { name: "Alarm", expiresAt: null },
      new Date(),
    );
    const password = key.clientSecret;
    expect(await get({ password }, own)).toMatchObject({ status: 200 });
    expect(await get({ password, username: ` ${own.userId.toUpperCase()} ` }, own)).toMatchObject({
      status: 200,
    });
    expect(await get({ password })).toMatchObject({ status: 401, text: expect.stringMatching(/^ERROR:/) });
    await accountsDb().prisma.apiKey.update({ where: { id: key.id }, data: { disabledAt: new Date() } });
    invalidateCallers(accountsDb());
    expect(await get({ password }, own)).toMatchObject({ status: 401 });
    const old = await createApiKey(
      accountsDb(),
      own.accountId,
      { name: "Old", expiresAt: new Date(0) },
      new Date(-1),
    );
    expect(await get({ password: old.clientSecret }, own)).toMatchObject({ status: 401 });
  });

  it("is refused where the account has switched it off, and works again when it is switched on", async () => {
    const own = await testAccount();
    const set = async (legacySendEnabled: boolean) => {
      await accountsDb().prisma.account.update({ where: { id: own.accountId }, data: { legacySendEnabled } });
      invalidateCallers(accountsDb());
    };
    await set(false);
    expect(await get({}, own)).toMatchObject({ status: 401, text: expect.stringContaining("switched") });
    expect(await messagesOf(own.accountId)).toEqual([]);
    await set(true);
    expect(await get({}, own)).toMatchObject({ status: 200 });
  });

  test.each([
    ["no number", { cellnum: "" }, 400, "Parameter 'cellnum' is required."],
    ["no message", { message: "" }, 400, "Parameter 'message' is required."],
    ["a number that is none", { cellnum: "abc" }, 400, "'cellnum'"],
    ["a message of nothing", { message: "\u200b" }, 400, "'message'"],
    ["a sender that is not allowed", { sender: "999" }, 400, "'999'"],
    ["a sender of two lines", { sender: "9\nSUCCESS:1" }, 400, "'9 SUCCESS:1'"],
    ["no password", { password: "" }, 401, "username and password"],
    ["no username", { username: "" }, 401, "username and password"],
    ["a wrong password", { password: "wrong" }, 401, "wrong"],
    ["a wrong secret", { password: "csk_wrong" }, 401, "wrong"],
  ])("answers with a line of text to %s", async (_, parameters, status, sentence) => {
    const { headers, ...answer } = await get(parameters);
    expect(answer).toMatchObject({ status, text: expect.stringMatching(/^ERROR:[^\n]+$/) });
    expect(answer.text).toContain(sentence);
    expect(headers.get("content-type")).toMatch(/^text\/plain/);
    expect(headers.get("www-authenticate")).toBeNull();
  });

  it("answers 400 without funds, and sends nothing", async () => {
    const poor = await testAccount({ balanceMicros: 0n });
    expect(await get({}, poor)).toMatchObject({
      status: 400,
      text: expect.stringMatching(/^ERROR:.*balance/),
    });
    expect(await messagesOf(poor.accountId)).toEqual([]);
  });

  it("sends nothing by HEAD or POST", async () => {
    const own = await testAccount();
    for (const [handler, method] of [
      [HEAD, "HEAD"],
      [POST, "POST"],
    ] as const) {
      const { status, headers } = await get({}, own, handler, method);
      expect(status).toBe(405);
      expect(headers.get("allow")).toBe("GET");
    }
    expect(await messagesOf(own.accountId)).toEqual([]);
  });

  it("leaves neither credentials nor text in the log", async () => {
    let written = "";
    const stream = new PassThrough().on("data", (chunk) => {
      written += chunk;
    });
    setLog(openLog("trace", stream as PassThrough));
    const own = await testAccount();
    await get({ message: "a secret text" }, own);
    await get({ password: "a wrong password" }, own);
    await get({ cellnum: "123", message: "a secret text" }, own);
    expect(written).toContain("/send.php");
    for (const secret of [own.password, own.userId, "a secret text", "a wrong password", MOBILE, "%20"])
      expect(written).not.toContain(secret);
  });
});

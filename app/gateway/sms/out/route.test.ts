import { afterEach, beforeAll, describe, expect, it, test, vi } from "vitest";
import { GET, POST } from "@/app/gateway/sms/out/route";
import { invalidateCallers } from "@/lib/auth/callers/caller-cache";
import type { SendResponse } from "@/lib/contracts/gateway/send";
import { accountsDb } from "@/tests/support/database/accounts-db";
import { useTestDatabase } from "@/tests/support/database/database";
import { books, call, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { MOBILE, NOON, sendFrom } from "@/tests/support/server/send";
import { woken } from "@/tests/support/server/woken";

useTestDatabase();
afterEach(() => vi.useRealTimers());

let account: TestAccount;
beforeAll(async () => {
  account = await testAccount({ balanceMicros: 1_000_000_000n, unicode: true });
});

const send = <Body = SendResponse>(parameters: object, from = account, headers = {}) =>
  sendFrom<Body>(from, parameters, headers);

function atNoon(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
}

describe("a single send", () => {
  it("answers with the message as it was accepted, and stores and bills it", async () => {
    atNoon();
    const own = await testAccount();
    const { status, body } = await send({ messageId: "order-1", rateCode: "shop" }, own);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      status: "accepted",
      message_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      to: MOBILE,
      from: "552",
      parts: 1,
      route: "One NZ",
      porting: { ported: false, carrier: "One NZ", source: "prefix" },
    });
    const [message] = await messagesOf(own.accountId);
    expect(message).toMatchObject({
      id: body.message_id,
      msisdn: MOBILE,
      sender: "552",
      body: "Kia ora",
      status: "PENDING",
      customerMessageId: "order-1",
      rateCode: "shop",
      messageClass: "transactional",
      acceptedAt: NOON,
      dueAt: NOON,
    });
    expect(await books(own.accountId)).toEqual({ balance: 9_885_000n, ledger: 9_885_000n, entries: 2 });
    const entry = await accountsDb().prisma.ledgerEntry.findFirst({ where: { messageId: body.message_id } });
    expect(entry).toMatchObject({
      kind: "deduction",
      amountMicros: -115_000n,
      netMicros: 100_000n,
      gstMicros: 15_000n,
      rateCode: "shop",
      sendType: "sms",
      segments: 1,
    });
  });

  it("shows its parameters in the request log", async () => {
    const own = await testAccount();
    const shown = { messageClass: "marketing", from: "552", messageId: "order-1", rateCode: "shop" };
    await send(shown, own);
    const logged = () => accountsDb().prisma.apiRequest.findFirst({ where: { accountId: own.accountId } });
    await expect.poll(async () => JSON.parse((await logged())?.parameters ?? "{}")).toMatchObject(shown);
  });

  it("has what it accepted dispatched at once", async () => {
    woken.length = 0;
    await send({});
    expect(woken).toEqual(["dispatch"]);
  });

  it("takes its parameters from a query string and a form as well", async () => {
    const { userId, password } = account;
    const text = { to: MOBILE, body: "Kia ora", messageClass: "marketing", unicode: "no", sandbox: "1" };
    expect((await call(POST, { query: { userId, password, ...text } })).body).toMatchObject({
      status: "sandbox",
    });
    expect((await call(POST, { form: { userId, password, ...text } })).body).toMatchObject({
      status: "sandbox",
    });
    expect((await call(POST, { query: { userId, password }, form: text })).body).toMatchObject({
      status: "sandbox",
    });
  });

  test.each([
    ["+64 21 123-4567", "64211234567"],
    ["(021) 123 4567", "64211234567"],
    ["0064211234567", "64211234567"],
    ["+61 412 345 678", "61412345678"],
  ])("reads the recipient %s", async (to, msisdn) => {
    expect((await send({ to, sandbox: true })).body.to).toBe(msisdn);
  });

  test.each([
    ["NZ", MOBILE, 1, 0.115],
    ["NZ", "61412345678", 1, 0.115],
    ["NZ", "447911123456", 2, 0.414],
    ["AU", MOBILE, 3, 0.3],
    ["AU", "447911123456", 1, 0.18],
  ])("charges an account in %s to %s, %i parts: %d", async (country, to, parts, price) => {
    const payer = await testAccount({ country });
    const text = "a".repeat(parts === 1 ? 160 : 153 * parts);
    const { body } = await send({ to, body: text, sandbox: true }, payer);
    expect(body).toMatchObject({ parts, sandbox_would_charge: price });
    await send({ to, body: text }, payer);
    const { balance, ledger } = await books(payer.accountId);
    expect(balance).toBe(ledger);
    expect(Number(10_000_000n - balance) / 1e6).toBe(price);
  });

  it("charges an account's own standard rate where it has one", async () => {
    const own = await testAccount();
    await accountsDb().prisma.account.update({
      where: { id: own.accountId },
      data: { standardRateMicros: 70_000n },
    });
    expect((await send({ sandbox: true }, own)).body.sandbox_would_charge).toBe(0.0805);
    expect((await send({ sandbox: true, to: "447911123456" }, own)).body.sandbox_would_charge).toBe(0.207);
  });
});

describe("refused parameters", () => {
  test.each([
    ["to", undefined, "Parameter 'to' is required."],
    ["to", 6421, "Parameter 'to' must be a text, or in a JSON body an array of texts."],
    ["to", [], "Parameter 'to' must name at least one recipient."],
    ["to", "12345", "Parameter 'to': '12345' is not a phone number of 6 to 15 digits in international form."],
    ["body", undefined, "Parameter 'body' is required."],
    ["body", "", "Parameter 'body' is required."],
    ["body", "\u200b\u00ad", "Parameter 'body' has no characters that can be sent."],
    ["messageClass", undefined, "Parameter 'messageClass' is required."],
    ["messageClass", "promo", "Parameter 'messageClass' must be 'transactional' or 'marketing'."],
    ["messageId", "a".repeat(37), "Parameter 'messageId' must be at most 36 characters long."],
    ["messageId", "a\nb", "Parameter 'messageId' must not contain control characters."],
    [
      "messageId",
      "a\ud83d",
      "Parameter 'messageId' must not contain a NUL character or half a surrogate pair.",
    ],
    [
      "rateCode",
      "a\u0000",
      "Parameter 'rateCode' must not contain a NUL character or half a surrogate pair.",
    ],
    ["from", "5\u00002", "Parameter 'from' must not contain a NUL character or half a surrogate pair."],
    ["to", [MOBILE, 6421], "Parameter 'to' must be a text, or in a JSON body an array of texts."],
    ["rateCode", "a".repeat(96), "Parameter 'rateCode' must be at most 95 characters long."],
    ["fragmentationLimit", 12, "Parameter 'fragmentationLimit' must be a whole number from 0 to 11."],
    ["fragmentationLimit", "two", "Parameter 'fragmentationLimit' must be a whole number from 0 to 11."],
    ["unicode", "maybe", "Parameter 'unicode' must be true or false."],
    ["sandbox", 2, "Parameter 'sandbox' must be true or false."],
    [
      "contentType",
      "application/octet-stream",
      "Parameter 'contentType' must be a kind of text, such as text/plain.",
    ],
  ])("%s: %j", async (name, value, sentence) => {
    expect(await send({ [name]: value })).toMatchObject({
      status: 400,
      body: { success: false, error: sentence },
    });
    expect(await send({ sandbox: name !== "sandbox", [name]: value })).toMatchObject({ status: 400 });
  });

  it("stay valid for 36 emoji, any kind of text, and spaces about a sender", async () => {
    const given = { messageId: "😀".repeat(36), contentType: "text/plain; charset=us-ascii", from: " 2190 " };
    expect((await send({ ...given, sandbox: true })).body.from).toBe("2190");
    expect(await send({ from: "5".repeat(50) })).toMatchObject({ status: 403 });
  });

  it("take 36 and 95 characters, and every limit from 0 to 11", async () => {
    expect((await send({ messageId: "m".repeat(36), rateCode: "r".repeat(95), sandbox: true })).status).toBe(
      200,
    );
    for (const fragmentationLimit of [0, 11, "7"]) {
      expect((await send({ fragmentationLimit, sandbox: true })).status).toBe(200);
    }
  });

  it("answer 400 for unicode on an account without it, in the sandbox too", async () => {
    const plain = await testAccount();
    for (const sandbox of [false, true]) {
      expect(await send({ unicode: true, sandbox }, plain)).toMatchObject({
        status: 400,
        body: { code: "unicode_not_enabled" },
      });
    }
  });

  it("answer 403 when the balance does not cover one message", async () => {
    const poor = await testAccount({ balanceMicros: 114_999n });
    expect(await send({}, poor)).toMatchObject({
      status: 403,
      body: {
        success: false,
        code: "insufficient_funds",
        error: "The account balance does not cover this request.",
      },
    });
    expect(await messagesOf(poor.accountId)).toHaveLength(0);
  });

  it("answer 401 for wrong credentials, and take any characters in a body", async () => {
    expect(await send({}, { ...account, password: "wrong" })).toMatchObject({
      status: 401,
      body: { code: "invalid_credentials" },
    });
    expect((await send({ body: "a\u0000b\ud800", sandbox: true })).body.sandbox_message).toBe("a b?");
  });

  it("answer 401 without credentials, 405 for GET, 415 for plain text", async () => {
    expect((await call(POST, { json: { to: MOBILE, body: "x", messageClass: "marketing" } })).status).toBe(
      401,
    );
    expect((await call(GET, { method: "GET" })).status).toBe(405);
    expect((await call(POST, { raw: "to=1", headers: { "content-type": "text/plain" } })).status).toBe(415);
  });
});

describe("the sender", () => {
  it("is what was asked for when it is shared or the account's own, else 403", async () => {
    const own = await testAccount();
    const other = await testAccount();
    await accountsDb().prisma.shortcode.createMany({
      data: [
        { number: "4001", ownerId: own.accountId },
        { number: "4002", ownerId: other.accountId },
        { number: "4003", active: false },
      ],
    });
    expect((await send({ from: "2190", sandbox: true }, own)).body.from).toBe("2190");
    expect((await send({ from: "4001", sandbox: true }, own)).body.from).toBe("4001");
    for (const from of ["4002", "4003", "9999"]) {
      for (const sandbox of [true, false]) {
        expect(await send({ from, sandbox }, own)).toMatchObject({
          status: 403,
          body: { code: "sender_not_authorised", error: `This account may not send from '${from}'.` },
        });
      }
    }
    expect(await messagesOf(own.accountId)).toHaveLength(0);
  });

  it("is the account's default when none is asked for", async () => {
    const own = await testAccount();
    const { id } = await accountsDb().prisma.shortcode.create({
      data: { number: "4010", ownerId: own.accountId },
    });
    expect((await send({ sandbox: true }, own)).body.from).toBe("552");
    await accountsDb().prisma.account.update({ where: { id: own.accountId }, data: { defaultSenderId: id } });
    invalidateCallers(accountsDb());
    expect((await send({ sandbox: true }, own)).body.from).toBe("4010");
  });
});

describe("the sandbox", () => {
  it("stores and bills nothing, whatever the balance", async () => {
    const poor = await testAccount({ balanceMicros: 0n });
    const { status, body } = await send({ sandbox: true }, poor);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      status: "sandbox",
      message_id: expect.stringMatching(/^SANDBOX_[0-9a-f-]{36}$/),
      sandbox: true,
      sandbox_message: "Kia ora",
      sandbox_encoding: "GSM-7",
      sandbox_would_charge: 0.115,
    });
    expect(await messagesOf(poor.accountId)).toHaveLength(0);
    expect(await books(poor.accountId)).toEqual({ balance: 0n, ledger: 0n, entries: 0 });
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { POST } from "@/app/crm-c/send.php/route";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";
import { HOSTILE_JSON } from "@/tests/support/hostile/hostile-values";
import { callerBody, callsOf, testIntegration } from "@/tests/support/integration";
import { call, messagesOf, testAccount } from "@/tests/support/server/gateway";
import { MOBILE, NOON } from "@/tests/support/server/send";

useTestDatabase();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
});
afterEach(() => vi.useRealTimers());

const BODY = { to: MOBILE, message: "Kia ora" };
const send = (json: object) => call(POST, { json });

/** Creates a shortcode that an account owns. */
async function ownShortcode(ownerId: number): Promise<number> {
  const { id } = await db().prisma.shortcode.create({ data: { number: String(7000 + ownerId), ownerId } });
  return id;
}

describe("with api_key", () => {
  it("sends from the shared shortcode of the integration", async () => {
    const account = await testAccount();
    const { secret } = await testIntegration(account, "crm_c");
    const { status, body } = await send({ ...BODY, api_key: secret });
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, message_id: expect.any(String), status: "accepted", parts: 1 });
    expect(await messagesOf(account.accountId)).toMatchObject([{ msisdn: MOBILE, sender: "552" }]);
  });

  it("takes a function's own fields, as JSON and as the form that functions send by themselves", async () => {
    const account = await testAccount();
    const { secret } = await testIntegration(account, "crm_c");
    const { raw } = callerBody("zoho-function.json");
    expect((await send({ ...JSON.parse(raw), api_key: secret })).status).toBe(200);
    const form = { ...BODY, api_key: secret, Full_Name: "Aroha" };
    expect((await call(POST, { form })).status).toBe(200);
    expect(await messagesOf(account.accountId)).toHaveLength(2);
  });

  it("accepts a larger body if its first 64 KiB have the key, and refuses others", async () => {
    const account = await testAccount();
    const { secret: api_key } = await testIntegration(account, "crm_c");
    const notes = "x".repeat(100_000);
    expect((await send({ api_key, notes, ...BODY })).status).toBe(200);
    expect(await messagesOf(account.accountId)).toHaveLength(1);
    expect(await send({ ...BODY, notes, api_key })).toMatchObject({
      status: 413,
      body: { error: expect.stringContaining("have no complete 'api_key', or 'shortcode_id' and 'secret'") },
    });
    expect(await send({ api_key: "isk_wrong", notes, ...BODY })).toMatchObject({ status: 403 });
    expect(await send({ api_key, notes })).toMatchObject({
      status: 400,
      body: { error: "Missing required fields: to, message" },
    });
    const twice = `{"api_key":"x",${JSON.stringify({ api_key, notes, ...BODY }).slice(1)}`;
    const headers = { "content-type": "application/json" };
    expect((await call(POST, { raw: twice, headers })).status).toBe(400);
    expect((await call(POST, { form: { ...BODY, api_key, notes } })).status).toBe(413);
  });

  it("refuses a key that is none with 403", async () => {
    const { secret } = await testIntegration(await testAccount(), "automation");
    for (const api_key of ["isk_wrong", secret]) {
      const { status, body } = await send({ ...BODY, api_key });
      expect([status, body.error]).toEqual([403, "Invalid API key"]);
    }
  });
});

describe("with shortcode_id and secret", () => {
  it.each(HOSTILE_JSON)("refuses credentials that are %s as any other", async (json) => {
    for (const given of [
      `"shortcode_id":${json},"secret":"x"`,
      `"shortcode_id":7,"secret":${json}`,
      `"api_key":${json}`,
    ]) {
      const raw = `{"to":"${MOBILE}","message":"Kia ora",${given}}`;
      const { status } = await call(POST, { raw, headers: { "content-type": "application/json" } });
      expect([400, 403, 404], given).toContain(status);
    }
  });

  it("sends from that shortcode, whatever the integration's own is", async () => {
    const account = await testAccount();
    const shortcodeId = await ownShortcode(account.accountId);
    const { secret } = await testIntegration(account, "crm_c");
    for (const given of [shortcodeId, String(shortcodeId)]) {
      const { status } = await send({ ...BODY, shortcode_id: given, secret });
      expect(status).toBe(200);
    }
    const [message] = await messagesOf(account.accountId);
    expect(message?.sender).toBe(String(7000 + account.accountId));
  });

  it("refuses a secret that is not the owner's, and one for a shared shortcode, with 403", async () => {
    const [owner, other] = [await testAccount(), await testAccount()];
    const shortcodeId = await ownShortcode(owner.accountId);
    await testIntegration(owner, "crm_c");
    const foreign = await testIntegration(other, "crm_c");
    for (const given of [
      { shortcode_id: shortcodeId, secret: foreign.secret },
      { shortcode_id: shortcodeId, secret: "wrong" },
      { shortcode_id: foreign.shortcodeId, secret: foreign.secret },
    ]) {
      const { status, body } = await send({ ...BODY, ...given });
      expect([status, body.error]).toEqual([403, "Invalid webhook secret"]);
    }
    expect(await messagesOf(other.accountId)).toEqual([]);
  });

  it("answers 404 for a shortcode that is none", async () => {
    const { secret } = await testIntegration(await testAccount(), "crm_c");
    for (const shortcode_id of [2_000_000_000, 99_999_999_999, "none", -1]) {
      const { status, body } = await send({ ...BODY, shortcode_id, secret });
      expect([status, body.code]).toEqual([404, "not_found"]);
    }
  });
});

describe("its errors, with their fixed texts", () => {
  it.each([
    [{ message: "Kia ora" }, "Missing required fields: to, message"],
    [{ to: MOBILE, message: "" }, "Missing required fields: to, message"],
    [{}, "Missing required fields: to, message"],
    [{ to: "12", message: "Kia ora" }, "Invalid phone number"],
    [BODY, "Authentication required: provide either api_key OR (shortcode_id + secret)"],
    [{ ...BODY, api_key: "" }, "Authentication required: provide either api_key OR (shortcode_id + secret)"],
    [{ ...BODY, secret: "x" }, "Authentication required: provide either api_key OR (shortcode_id + secret)"],
    [
      { ...BODY, shortcode_id: 1 },
      "Authentication required: provide either api_key OR (shortcode_id + secret)",
    ],
  ])("%j is a 400", async (json, error) => {
    const { status, body } = await send(json);
    expect([status, body.error]).toEqual([400, error]);
    expect(body.success).toBe(false);
  });

  it("says that it is disabled with 403, and that to whoever has the key alone", async () => {
    const account = await testAccount();
    const { secret } = await testIntegration(account, "crm_c", { enabled: false });
    const shortcodeId = await ownShortcode(account.accountId);
    for (const given of [{ api_key: secret }, { shortcode_id: shortcodeId, secret }]) {
      const { status, body } = await send({ ...BODY, ...given });
      expect([status, body.error]).toEqual([403, "Zoho integration is disabled"]);
    }
    expect((await send({ ...BODY, api_key: "wrong" })).body.error).toBe("Invalid API key");
    expect((await callsOf(account.accountId, "crm_c"))[0]).toMatchObject({ status: 403 });
  });

  it("says that the balance does not cover it with 403", async () => {
    const { secret } = await testIntegration(await testAccount({ balanceMicros: 0n }), "crm_c");
    const { status, body } = await send({ ...BODY, api_key: secret });
    expect([status, body.code]).toEqual([403, "insufficient_funds"]);
  });

  it("answers 500 without a word of why", async () => {
    const { secret } = await testIntegration(await testAccount(), "crm_c");
    const failing = vi.spyOn(db(), "query").mockRejectedValue(new Error("the disk is full"));
    const { status, text } = await send({ ...BODY, api_key: secret });
    failing.mockRestore();
    expect(status).toBe(500);
    expect(text).not.toContain("disk");
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { OPTIONS, POST } from "@/app/mail-addin/send.php/route";
import type { BulkSendResponse } from "@/lib/contracts/gateway/send";
import { reloadEnv } from "@/lib/env";
import { useTestDatabase } from "@/tests/support/database/database";
import { callsOf, testIntegration } from "@/tests/support/integration";
import { call, messagesOf, testAccount } from "@/tests/support/server/gateway";
import { MOBILE, NOON } from "@/tests/support/server/send";

useTestDatabase();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  reloadEnv();
});

const send = (token: string, json: object, headers: Record<string, string> = {}) =>
  call<BulkSendResponse & { code?: string; error?: string }>(POST, {
    json,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });

describe("a text from the add-in", () => {
  it("is answered as a send to several, for one recipient too", async () => {
    const account = await testAccount();
    const { secret } = await testIntegration(account, "mail_addin");
    const { status, body } = await send(secret, {
      to: MOBILE,
      message: "Kia ora",
      subject: "Order",
      from: "2190",
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      messages: [{ success: true, status: "accepted", to: MOBILE, from: "2190" }],
      summary: { total: 1, sent: 1, failed: 0 },
    });
    expect(await messagesOf(account.accountId)).toMatchObject([{ body: "Kia ora", sender: "2190" }]);
  });

  it("tells of each recipient", async () => {
    const account = await testAccount();
    const { secret } = await testIntegration(account, "mail_addin");
    const { body } = await send(secret, { to: [MOBILE, "12"], message: "Kia ora" });
    expect(body.summary).toEqual({ total: 2, sent: 1, failed: 1 });
    const [noted] = await callsOf(account.accountId, "mail_addin");
    expect(noted).toMatchObject({ recipients: 2, result: "Sent, except 1 invalid" });
  });

  it("is the subject where there is no message", async () => {
    const account = await testAccount();
    const { secret } = await testIntegration(account, "mail_addin");
    expect((await send(secret, { to: MOBILE, message: " ", subject: "Your order is ready" })).status).toBe(
      200,
    );
    expect(await messagesOf(account.accountId)).toMatchObject([{ body: "Your order is ready" }]);
  });

  it.each([
    [{ message: "Kia ora" }, "missing_parameter", "'to'"],
    [{ to: MOBILE }, "missing_parameter", "'message'"],
    [{ to: Array(101).fill(MOBILE), message: "Hi" }, "too_many_recipients", "at most 100"],
    [{ to: MOBILE, message: "Hi", from: "5\0" }, "invalid_parameter", "'from'"],
  ])("%# is a 400", async (json, code, sentence) => {
    const { secret } = await testIntegration(await testAccount(), "mail_addin");
    const { status, body } = await send(secret, json);
    expect([status, body.code]).toEqual([400, code]);
    expect(body.error).toContain(sentence);
  });

  it("needs its token: 401 for another, or for none", async () => {
    const { secret } = await testIntegration(await testAccount(), "crm_c");
    for (const token of ["wrong", "", secret]) {
      const { status, body, headers } = await send(token, { to: MOBILE, message: "Kia ora" });
      expect([status, body.code]).toEqual([401, "invalid_key"]);
      expect(headers.get("www-authenticate")).toBe("Bearer");
    }
  });

  it("is refused with 403: switched off, no such sender, no money", async () => {
    const cases = [
      {
        code: "integration_disabled",
        overrides: { enabled: false },
        balanceMicros: 1_000_000n,
        from: undefined,
      },
      { code: "sender_not_authorised", overrides: {}, balanceMicros: 1_000_000n, from: "999" },
      { code: "insufficient_funds", overrides: {}, balanceMicros: 0n, from: undefined },
    ];
    for (const { code, overrides, balanceMicros, from } of cases) {
      const { secret } = await testIntegration(await testAccount({ balanceMicros }), "mail_addin", overrides);
      const { status, body } = await send(secret, { to: MOBILE, message: "Kia ora", from });
      expect([status, body.code]).toEqual([403, code]);
    }
  });
});

describe("a page at another address", () => {
  function membersAre(appUrl: string): void {
    vi.stubEnv("APP_URL", appUrl);
    reloadEnv();
  }

  const ask = (origin: string) => call(OPTIONS, { method: "OPTIONS", headers: { origin } });

  it("may ask where it is this installation's own", async () => {
    membersAre("https://members.example.co.nz");
    const { status, headers } = await ask("https://members.example.co.nz");
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe("https://members.example.co.nz");
    expect(headers.get("access-control-allow-headers")).toContain("Authorization");
    expect(headers.get("vary")).toBe("Origin");
  });

  it("may not where it is not", async () => {
    membersAre("https://members.example.co.nz");
    for (const origin of ["https://evil.example", "https://members.example.co.nz.evil.example", "null"]) {
      expect((await ask(origin)).headers.get("access-control-allow-origin")).toBeNull();
    }
  });
});

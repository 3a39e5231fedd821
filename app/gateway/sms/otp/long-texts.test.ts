import { beforeAll, describe, expect, it, test } from "vitest";
import { POST } from "@/app/gateway/sms/otp/route";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import { issueToken } from "@/lib/auth/keys/issue-token";
import type { OtpResponse } from "@/lib/contracts/gateway/otp";
import { accountsDb } from "@/tests/support/database/accounts-db";
import { useTestDatabase } from "@/tests/support/database/database";
import { call, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { MOBILE } from "@/tests/support/server/send";

useTestDatabase();

let account: TestAccount;
beforeAll(async () => {
  account = await testAccount({ balanceMicros: 1_000_000_000n });
});

/** Uses a token: a request with credentials in its body is limited to 64 KiB. */
async function send(parameters: object, { accountId } = account) {
  const key = await createApiKey(accountsDb(), accountId, { name: "test", expiresAt: null }, new Date());
  const credentials = { client_id: key.clientId, client_secret: key.clientSecret };
  const { access_token } = await issueToken(accountsDb(), credentials, { address: "192.0.2.1" }, new Date());
  const headers = { authorization: `Bearer ${access_token}` };
  return call<OtpResponse>(POST, { headers, json: { to: MOBILE, msgCompany: "Acme", ...parameters } });
}

describe("a one-time code", () => {
  it("leaves no part of it behind where it overlaps itself in a comment", async () => {
    const own = await testAccount();
    await send({ msgCode: "0000", msgComment: "1000000 and 00000." }, own);
    expect(await messagesOf(own.accountId)).toMatchObject([
      { body: "**** is your Acme verification code 1****** and *****." },
    ]);
  });

  test.each([{}, { sandbox: true }])(
    "is sent with the beginning of a comment of 4 MB %o",
    async (sandbox) => {
      const { status, body } = await send({ msgCode: "0000", msgComment: "0".repeat(4_100_000), ...sandbox });
      expect([status, body.parts]).toEqual([200, 1]);
      if (body.sandbox) expect(body.sandbox_message).toMatch(/^0000 is your Acme verification code 0{124}$/);
    },
  );

  it("is refused with a company that no text holds", async () => {
    const { status, body } = await send({ msgCompany: "0".repeat(4_100_000), msgCode: "0000" });
    expect([status, body]).toMatchObject([
      400,
      { error: "Parameter 'msgCompany' must be at most 160 characters long." },
    ]);
  });
});

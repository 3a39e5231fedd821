import { beforeAll, describe, expect, test } from "vitest";
import { POST } from "@/app/gateway/sms/otp/route";
import type { OtpResponse } from "@/lib/contracts/gateway/otp";
import { useTestDatabase } from "@/tests/support/database/database";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { MOBILE } from "@/tests/support/server/send";

useTestDatabase();

let account: TestAccount;
beforeAll(async () => {
  account = await testAccount();
});

function send(parameters: object) {
  const { userId, password } = account;
  const json = { userId, password, to: MOBILE, msgCompany: "Acme", ...parameters };
  return call<OtpResponse>(POST, { json });
}

describe("the host that a browser fills a code in for", () => {
  test.each([
    ["https://acme.co.nz"],
    ["acme.co.nz/login"],
    ["acme.co.nz:443"],
    ["user@acme.co.nz"],
    ["acme .co.nz"],
    [" acme.co.nz"],
    ["acme.co.nz?x"],
    ["acme.co.nz."],
    ["192.0.2.1"],
    ["0x7f.1"],
    ["[::1]"],
    ["acme%2eco.nz"],
    ["*.nz"],
    ["a..nz"],
    [".acme.nz"],
    ["acme,co.nz"],
    ["'acme.co.nz'"],
    ["`acme`.nz"],
    ["a{b}.nz"],
    [`${"a".repeat(64)}.nz`],
    [`${"bücher.".repeat(20)}nz`],
  ])("answers 400 for webOtpDomain '%s'", async (webOtpDomain) => {
    expect(await send({ webOtpDomain })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining("'webOtpDomain' must be a bare host name") },
    });
  });

  test.each([
    ["ACME.co.nz", "acme.co.nz"],
    ["bücher.de", "xn--bcher-kva.de"],
    ["localhost", "localhost"],
    ["pay_1.4you.co.nz", "pay_1.4you.co.nz"],
    ["acme。co.nz", "acme.co.nz"],
  ])("takes webOtpDomain %s as %s", async (webOtpDomain, host) => {
    const { body } = await send({ webOtpDomain, msgCode: "1234", sandbox: true });
    expect(body.sandbox_message).toBe(`1234 is your Acme verification code\n@${host} #1234`);
  });
});

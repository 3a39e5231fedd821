import { beforeEach, describe, expect, it, vi } from "vitest";
import { POST as remind } from "@/app/gateway/sms/appointment/route";
import { POST as sendCode } from "@/app/gateway/sms/otp/route";
import { POST as send } from "@/app/gateway/sms/out/route";
import { useTestDatabase } from "@/tests/support/database/database";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { MOBILE } from "@/tests/support/server/send";

useTestDatabase();

let account: TestAccount;
beforeEach(async () => {
  account = await testAccount();
  return () => vi.useRealTimers();
});

const MESSAGE = { to: MOBILE, body: "Kia ora", messageClass: "transactional", sandbox: true };

/** Returns the names that the sandbox reports as ignored for a send. */
async function ignoredOf(parameters: object) {
  const { userId, password } = account;
  const { status, body } = await call(send, { json: { userId, password, ...MESSAGE, ...parameters } });
  expect(status).toBe(200);
  return body.ignored;
}

describe("the sandbox", () => {
  it("names the parameters that it does not know", async () => {
    expect(
      await ignoredOf({ scheduel: 1, Body: "x", dlr_url: "https://example.com", sandbox: "yes" }),
    ).toEqual(["scheduel", "Body", "dlr_url"]);
  });

  it("reports no known parameters, no credentials and no empty parameters", async () => {
    expect(await ignoredOf({ rateCode: "shop", sendAt: null, scheduel: "", schedule: null })).toBeUndefined();
  });

  it("names them once for many recipients", async () => {
    const { userId, password } = account;
    const json = { ...MESSAGE, to: [MOBILE, "x"], scheduel: 1 };
    const { body } = await call(send, { query: { userId, password, udf: "1" }, json });
    expect(body).toMatchObject({ status: "bulk", ignored: ["udf", "scheduel"] });
    expect(JSON.stringify(body.messages)).not.toContain("ignored");
  });

  it("names at most twenty, shortens them, and never cuts a character", async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`x${index}`, index]));
    expect(await ignoredOf(many)).toEqual(Object.keys(many).slice(0, 20));
    const odd = { ["y".repeat(5_000)]: 1, "\ud800\n": 1, [`${"z".repeat(39)}🌿`]: 1, __proto__x: 1 };
    expect(await ignoredOf(odd)).toEqual(["y".repeat(40), "\ufffd ", "z".repeat(39), "__proto__x"]);
  });

  it("names them for codes and reminders", async () => {
    const { userId, password } = account;
    const json = { userId, password, to: MOBILE, msgCompany: "Acme", sandbox: true, code: "482913" };
    expect((await call(remind, { json })).body.ignored).toEqual(["code"]);
    const asked = await call(sendCode, {
      json: { ...json, schedule: 1_796_068_800, sendAt: "2030-01-01 09:00:00" },
    });
    expect(asked.body.ignored).toEqual(["code", "schedule", "sendAt"]);
  });
});

it("is reported only by the sandbox", async () => {
  const { userId, password } = account;
  const { status, body } = await call(send, {
    json: { userId, password, ...MESSAGE, sandbox: false, scheduel: 1 },
  });
  expect([status, body.ignored]).toEqual([200, undefined]);
});

import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { POST } from "@/app/api/members/sign-up/route";
import { db } from "@/lib/db/client";
import { reloadEnv } from "@/lib/env";
import { useTestDatabase } from "@/lib/testing/database";
import { call, testAccount } from "@/lib/testing/gateway";
import "@/lib/testing/send";

useTestDatabase();
beforeEach(() => {
  process.env.SIGNUP = "open";
  reloadEnv();
});
afterEach(() => {
  delete process.env.SIGNUP;
  reloadEnv();
});

const own = { "sec-fetch-site": "same-origin" };
const given = { name: "Kauri Dental", email: "Front@Kauri.example", country: "NZ" };

describe("signing up", () => {
  it("makes an account without money or a known password, and sends it a link", async () => {
    expect((await call(POST, { json: given, headers: own })).status).toBe(200);
    const account = await db().prisma.account.findUniqueOrThrow({ where: { email: "front@kauri.example" } });
    expect(account).toMatchObject({ name: "Kauri Dental", balanceMicros: 0n, isAdmin: false, country: "NZ" });
    expect(await db().prisma.email.findMany()).toMatchObject([{ accountId: account.id, kind: "welcome" }]);
  });

  it("changes nothing of an account that is there, and says nothing of it", async () => {
    const { accountId, userId } = await testAccount();
    const before = await db().prisma.account.findUniqueOrThrow({ where: { id: accountId } });
    const answer = await call(POST, { json: { ...given, email: userId }, headers: own });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(await db().prisma.account.findUniqueOrThrow({ where: { id: accountId } })).toEqual(before);
    expect(await db().prisma.email.findMany({ where: { accountId } })).toMatchObject([
      { kind: "password_reset" },
    ]);
  });

  it("is not there while it is closed", async () => {
    delete process.env.SIGNUP;
    reloadEnv();
    expect(await call(POST, { json: given, headers: own })).toMatchObject({ status: 404 });
  });

  test.each([
    [{ name: " " }, "'name'"],
    [{ email: "nobody" }, "'email' must be an e-mail address"],
    [{ country: "New Zealand" }, "'country' must be two capital letters"],
  ])("is refused with %j", async (wrong, sentence) => {
    expect(await call(POST, { json: { ...given, ...wrong }, headers: own })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(sentence) },
    });
  });
});

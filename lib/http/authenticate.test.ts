import { describe, expect, it, test } from "vitest";
import type { Callers } from "@/lib/contracts/operation";
import { db } from "@/lib/db/client";
import { authenticate } from "@/lib/http/authenticate";
import { useTestDatabase } from "@/lib/testing/database";
import { testAccount } from "@/lib/testing/gateway";

useTestDatabase();

function callWith(authorization: string, callers: Callers) {
  const request = new Request("http://gateway.test/x?a=1", { method: "POST", headers: { authorization } });
  return authenticate({ db: db(), now: new Date(), address: "203.0.113.1" }, request, callers);
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

describe("HTTP basic", () => {
  it("is taken where the endpoint allows it, and only there", async () => {
    const { userId, password, accountId } = await testAccount({ password: "with:colon and ā" });
    const { caller, parameters } = await callWith(basic(`${userId}:${password}`), "account-or-basic");
    expect(caller.accountId).toBe(accountId);
    expect(Object.fromEntries(parameters)).toEqual({ a: "1" });
    await expect(callWith(basic(`${userId}:${password}`), "account")).rejects.toMatchObject({ status: 401 });
  });

  test.each([basic("no colon"), "Basic", basic("nobody@example.com:x")])(
    "refuses %s",
    async (authorization) => {
      await expect(callWith(authorization, "account-or-basic")).rejects.toMatchObject({ status: 401 });
    },
  );
});

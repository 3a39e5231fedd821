import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newAccountsProblem } from "@/lib/auth/directory/new-accounts";
import { cellOfAccount } from "@/lib/cell-numbers";
import { db } from "@/lib/db/client";
import { reloadEnv } from "@/lib/env";
import { openCell, useTestCells, whileCell } from "@/tests/support/database/cells";
import { ask } from "@/tests/support/member";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: open } = handlersOf("/api/admin/accounts");
const { POST: signUp } = handlersOf("/api/members/sign-up");

useTestCells();

let administrator: TestAccount;
const setTo = (cell: number) => {
  Object.assign(process.env, { NEW_ACCOUNTS_CELL: String(cell), SIGNUP: "open" });
  reloadEnv();
};
beforeAll(async () => {
  administrator = await testAccount({ admin: true });
  setTo(3);
});
afterAll(() => {
  delete process.env.NEW_ACCOUNTS_CELL;
  delete process.env.SIGNUP;
});

const headers = { "sec-fetch-site": "same-origin" };
const register = async (email: string) =>
  (await call(signUp, { json: { name: "A shop", email, country: "NZ" }, headers })).status;
const accountsWith = (email: string) =>
  Promise.all([1, 2, 3].map((cell) => openCell(cell).prisma.account.count({ where: { email } })));

describe("with NEW_ACCOUNTS_CELL", () => {
  it("who signs up is made there, once, with a link of that cell", async () => {
    const email = "new@example.com";
    expect(await Promise.all([register(email), register(email), register(email)])).toEqual([200, 200, 200]);
    expect(await accountsWith(email)).toEqual([0, 0, 1]);
    const where = { account: { email } };
    expect(await openCell(3).prisma.passwordReset.count({ where })).toBe(1);
    expect(await openCell(3).prisma.email.count({ where: { ...where, kind: "welcome" } })).toBe(1);
  });

  it("who has an account in any cell is sent a link, and no second account", async () => {
    for (const cell of [1, 2, 3]) {
      const { userId } = await testAccount({}, openCell(cell));
      expect(await register(userId)).toBe(200);
      expect((await accountsWith(userId)).reduce((sum, count) => sum + count, 0)).toBe(1);
      expect(await db().prisma.resetRequest.count({ where: { email: userId } })).toBe(1);
    }
  });

  it("an administrator makes accounts there, and reads who did", async () => {
    const email = "opened@example.com";
    const json = { email, name: "Opened", country: "NZ", balance: "5", unicode: "false" };
    const { status, body } = await ask<{ accountId: number }>(open, administrator, { json });
    expect(status).toBe(200);
    expect(cellOfAccount(body.accountId)).toBe(3);
    const { prisma } = openCell(3);
    const lines = await prisma.activity.findMany({ where: { accountId: body.accountId } });
    expect(lines).toMatchObject([{ action: "account_created", administrator: administrator.userId }]);
  });

  it("nobody signs up while that cell is away, and no answer tells who is there", async () => {
    const { userId } = await testAccount();
    await whileCell(3, "is away", async () => {
      expect([await register("later@example.com"), await register(userId)]).toEqual([503, 503]);
    });
    expect(await register("later@example.com")).toBe(200);
  });

  it("is refused at a start where CELLS names no such cell", () => {
    expect(newAccountsProblem()).toBeNull();
    setTo(7);
    expect(newAccountsProblem()).toContain("CELLS names no such cell");
    setTo(3);
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { GET as activity } from "@/app/api/admin/accounts/activity/route";
import { POST as adjust } from "@/app/api/admin/accounts/balance/route";
import { POST as enable } from "@/app/api/admin/accounts/enable/route";
import { GET as movements } from "@/app/api/admin/accounts/movements/route";
import { GET as readOne } from "@/app/api/admin/accounts/one/route";
import { GET as search } from "@/app/api/admin/accounts/route";
import { POST as view } from "@/app/api/admin/accounts/view/route";
import { GET as ownActivity } from "@/app/api/members/activity/route";
import { POST as balance } from "@/app/gateway/sms/balance/route";
import { createAccount } from "@/lib/accounts/create-account";
import { newId } from "@/lib/ids";
import { openCell, useTestCells } from "@/tests/support/database/cells";
import { ask } from "@/tests/support/member";
import { books, call, type TestAccount, testAccount } from "@/tests/support/server/gateway";

useTestCells();

let administrator: TestAccount;
let away: TestAccount;
beforeAll(async () => {
  administrator = await testAccount({ admin: true });
  away = await testAccount({ name: "Far Away Books" }, openCell(2));
});

type Lines = { activities: { actor: string; action: string; address: string }[] };
const of = () => ({ accountId: String(away.accountId) });

describe("an account of another cell, in Administration", () => {
  it("is found by its number and by its whole email address", async () => {
    for (const q of [String(away.accountId), away.userId, away.userId.toUpperCase()]) {
      const found = await ask<{ accounts: object[] }>(search, administrator, { query: { q } });
      expect(found.body.accounts).toMatchObject([{ name: "Far Away Books" }]);
    }
    const nobody = await ask<{ accounts: object[] }>(search, administrator, { query: { q: "59999999" } });
    expect(nobody.body.accounts).toEqual([]);
  });

  it("is shown, and changed by who has no row there, whom its activity names to administrators alone", async () => {
    const read = await ask(readOne, administrator, { query: of() });
    expect(read).toMatchObject({ status: 200, body: { account: { email: away.userId } } });
    const before = await books(away.accountId);
    const given = { accountId: away.accountId, amount: "5", reason: "Goodwill", key: newId() };
    expect(await ask(adjust, administrator, { json: given })).toMatchObject({ status: 200 });
    const after = await books(away.accountId);
    expect([after.balance - before.balance, after.ledger]).toEqual([5_000_000n, after.balance]);
    expect((await ask(movements, administrator, { query: of() })).text).toContain("Goodwill");

    const told = await ask<Lines>(activity, administrator, { query: of() });
    expect(told.body.activities[0]).toMatchObject({
      action: "balance_adjusted",
      actor: administrator.userId,
    });
    const own = await ask<Lines>(ownActivity, away, { query: {} });
    expect(own.body.activities[0]).toMatchObject({
      ...{ action: "balance_adjusted", actor: "an administrator", address: "" },
    });
  });

  it("is disabled and enabled", async () => {
    const { accountId, userId, password } = away;
    for (const [enabled, status] of [
      [false, 401],
      [true, 200],
    ] as const) {
      expect(await ask(enable, administrator, { json: { accountId, enabled } })).toMatchObject({
        status: 200,
      });
      expect((await call(balance, { json: { userId, password } })).status).toBe(status);
    }
  });

  it("cannot be viewed, which a sentence says", async () => {
    const json = { accountId: away.accountId, reason: "To see what they see" };
    expect(await ask(view, administrator, { json })).toMatchObject({
      ...{ status: 409, body: { code: "conflict" } },
      text: expect.stringContaining("in another cell"),
    });
  });
});

it("has no administrators of its own", async () => {
  const given = {
    email: "admin@example.com",
    password: "correct horse battery",
    name: "An admin",
    admin: true,
  };
  await expect(createAccount(openCell(2), given, new Date())).rejects.toThrow("in the home cell");
});

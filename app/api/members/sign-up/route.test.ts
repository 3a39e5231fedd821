import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { signUp } from "@/lib/accounts/forgotten-password";
import { hashPassword } from "@/lib/auth/passwords/passwords";
import type { AccountDetails } from "@/lib/contracts/admin/accounts";
import type { BillingFacts } from "@/lib/contracts/members/billing";
import { type Database, db } from "@/lib/db/client";
import { reloadEnv } from "@/lib/env";
import { topUp } from "@/lib/ledger/top-up";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { ask } from "@/tests/support/member";
import { invited } from "@/tests/support/people";
import { call, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { sendFrom } from "@/tests/support/server/send";

const { POST: change } = handlersOf("/api/admin/accounts/change");
const { GET: one } = handlersOf("/api/admin/accounts/one");
const { GET: billing } = handlersOf("/api/members/billing");
const { POST } = handlersOf("/api/members/sign-up");

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

  it("leaves GST out for another country once an administrator has confirmed it, and not before", async () => {
    const [boss, email] = [await testAccount({ admin: true }), "front@kowhai.example"];
    await call(POST, { json: { ...given, email, country: "AU" }, headers: own });
    const { id: accountId } = await db().prisma.account.findUniqueOrThrow({ where: { email } });
    const account = { accountId, userId: email, password: "a password by a link" };
    const passwordHash = await hashPassword(account.password);
    await db().prisma.account.update({ where: { id: accountId }, data: { passwordHash } });
    await db().transaction((tx) =>
      topUp(tx, { accountId, amountMicros: 10_000_000n, note: "Invoice 1" }, new Date()),
    );
    const gstOf = async () => {
      await sendFrom(account, {});
      const where = { accountId, kind: "deduction" } as const;
      const entry = await db().prisma.ledgerEntry.findFirstOrThrow({ where, orderBy: { id: "desc" } });
      return entry.gstMicros;
    };
    const factsOf = async () => (await ask<BillingFacts>(billing, account, {})).body;
    const detailsOf = async () =>
      (await ask<{ account: AccountDetails }>(one, boss, { query: { accountId: String(accountId) } })).body
        .account;
    expect(await gstOf()).toBe(15_000n);
    expect(await factsOf()).toMatchObject({ hasGst: true, isCountryAwaited: true });
    expect(await detailsOf()).toMatchObject({ country: "AU", isCountryConfirmed: false });

    await ask(change, boss, { json: { accountId, unicodeEnabled: true } });
    expect(await factsOf()).toMatchObject({ isCountryAwaited: true });
    await ask(change, boss, { json: { accountId, country: "AU" } });
    expect(await gstOf()).toBe(0n);
    expect(await factsOf()).toMatchObject({ hasGst: false, isCountryAwaited: false });
    expect(await detailsOf()).toMatchObject({ isCountryConfirmed: true });
    const actions = await db().prisma.activity.findMany({ where: { accountId }, orderBy: { id: "asc" } });
    expect(actions.at(-1)).toMatchObject({
      action: "account_changed",
      actorId: boss.accountId,
      details: { "country confirmed": "AU" },
    });
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

  it("says nothing of somebody who joins an account of others with the address at the same moment", async () => {
    const owner = await testAccount();
    const home = db();
    const { email } = await invited(owner);
    const meanwhile: Database = {
      ...home,
      get prisma() {
        return home.prisma;
      },
      transaction: async (work) => {
        const data = { name: "Robin", passwordHash: "none", country: "NZ", createdAt: new Date() };
        const without = { hasAccount: false, passwordOnApi: false, legacySendEnabled: false };
        await home.prisma.account.createMany({ data: { email, ...data, ...without }, skipDuplicates: true });
        return home.transaction(work);
      },
    };
    const where = { address: "203.0.113.7", authSecret: TEST_SECRET };
    await signUp(meanwhile, { ...given, email }, where, new Date());
    const person = await db().prisma.account.findUniqueOrThrow({ where: { email } });
    expect(person).toMatchObject({ name: "Robin", hasAccount: false });
    expect(await db().prisma.email.findMany({ where: { accountId: person.id } })).toMatchObject([
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
    [{ email: "nobody" }, "'email' must be an email address"],
    [{ country: "New Zealand" }, "'country' must be two capital letters"],
  ])("is refused with %j", async (wrong, sentence) => {
    expect(await call(POST, { json: { ...given, ...wrong }, headers: own })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(sentence) },
    });
  });
});

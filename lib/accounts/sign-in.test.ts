import { TOTP } from "otpauth";
import { describe, expect, it, test } from "vitest";
import { FAILURES_ALLOWED } from "@/lib/accounts/auth-failures";
import { beginReset, changePassword, RESET_LIFETIME_MS, resetPassword } from "@/lib/accounts/change-password";
import { beginFactor, confirmFactor, removeFactor } from "@/lib/accounts/second-factor";
import { signIn } from "@/lib/accounts/sign-in";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { type TestAccount, testAccount } from "@/lib/testing/gateway";
import { TEST_SECRET } from "@/lib/testing/submission";

useTestDatabase();

const NOW = new Date("2026-11-21T00:00:10Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);
const where = { address: "203.0.113.5", authSecret: TEST_SECRET };

const enter = (account: TestAccount, code?: string, at = NOW, password = account.password) =>
  signIn(db(), { email: account.userId, password, code }, where, at);

/** A link as `sendResetLink` makes one, without its e-mail. */
const link = (email: string, at = NOW) => db().transaction((tx) => beginReset(tx, email, at));
const choose = (given: { token: string; password: string }, at = NOW) =>
  resetPassword(db(), given, where.address, at);

/** An account with a second factor, the app that has it, and its recovery codes. */
async function withFactor() {
  const account = await testAccount();
  const given = { accountId: account.accountId, email: account.userId };
  const { secret, uri } = await beginFactor(db(), given, TEST_SECRET);
  expect(uri).toContain("otpauth://totp/");
  const codeAt = (at: Date) => new TOTP({ secret }).generate({ timestamp: at.getTime() });
  const recovery = await db().transaction((tx) => confirmFactor(tx, given, codeAt(NOW), TEST_SECRET, NOW));
  return { account, given, codeAt, recovery };
}

describe("signing in", () => {
  it("takes the right password, and no other", async () => {
    const account = await testAccount();
    const { accountId } = account;
    const claims = { sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/), accountId, sessionVersion: 0 };
    const [first, second] = [await enter(account), await enter(account)];
    expect([first, second]).toEqual([claims, claims]);
    expect(first.sessionId).not.toBe(second.sessionId);
    await expect(enter(account, undefined, NOW, "wrong")).rejects.toMatchObject({
      code: "invalid_credentials",
    });
  });

  it("asks for a code where the second factor is on, each once", async () => {
    const { account, codeAt } = await withFactor();
    await expect(enter(account)).rejects.toMatchObject({ code: "second_factor_required" });
    // The code that turned it on has been used.
    await expect(enter(account, codeAt(NOW))).rejects.toMatchObject({ code: "second_factor_required" });
    const at = later(30_000);
    expect(await enter(account, ` ${codeAt(at)} `, at)).toMatchObject({ accountId: account.accountId });
    await expect(enter(account, codeAt(at), at)).rejects.toMatchObject({ code: "second_factor_required" });
    await expect(enter(account, codeAt(later(600_000)), at)).rejects.toMatchObject({
      code: "second_factor_required",
    });
  });

  it("takes no code, rather than failing, where AUTH_SECRET has changed; a recovery code still works", async () => {
    const { account, codeAt, recovery } = await withFactor();
    const { userId: email, password } = account;
    const changed = { ...where, authSecret: "another secret, of other tests than these" };
    const at = later(30_000);
    const give = (code: string) => signIn(db(), { email, password, code }, changed, at);
    await expect(give(codeAt(at))).rejects.toMatchObject({ code: "second_factor_required" });
    expect(await give(recovery[0] as string)).toMatchObject({ accountId: account.accountId });
  });

  it("lets one of two tries with the same code at the same time in", async () => {
    const { account, codeAt, recovery } = await withFactor();
    const at = later(30_000);
    for (const code of [codeAt(at), recovery[0] as string]) {
      const tries = await Promise.allSettled([enter(account, code, at), enter(account, code, at)]);
      expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    }
  });

  it("takes a recovery code once, however it is written", async () => {
    const { account, recovery } = await withFactor();
    expect(recovery).toHaveLength(10);
    const [code = ""] = recovery;
    const written = (code.match(/.{4}/g) ?? []).join("-").toUpperCase();
    expect(await enter(account, written)).toMatchObject({ accountId: account.accountId });
    await expect(enter(account, code)).rejects.toMatchObject({ code: "second_factor_required" });
  });

  it("stops looking after too many wrong codes, wherever they come from", async () => {
    const { account, codeAt } = await withFactor();
    const { userId: email, password } = account;
    for (let count = 0; count < FAILURES_ALLOWED.account; count++) {
      const elsewhere = { ...where, address: `2001:db8:${count}:0::/64` };
      await expect(signIn(db(), { email, password, code: "000000" }, elsewhere, NOW)).rejects.toMatchObject({
        code: "second_factor_required",
      });
    }
    const at = later(60_000);
    await expect(enter(account, codeAt(at), at)).rejects.toMatchObject({ code: "too_many_requests" });
  });

  it("asks for none when the factor was begun and not confirmed, or is off again", async () => {
    const account = await testAccount();
    const given = { accountId: account.accountId, email: account.userId };
    await beginFactor(db(), given, TEST_SECRET);
    expect(await enter(account)).toMatchObject({ accountId: account.accountId });
    const wrong = db().transaction((tx) => confirmFactor(tx, given, "000000", TEST_SECRET, NOW));
    await expect(wrong).rejects.toMatchObject({ status: 400 });
    const other = await withFactor();
    await db().transaction((tx) => removeFactor(tx, other.given.accountId));
    expect(await enter(other.account)).toMatchObject({ accountId: other.given.accountId });
    expect(await db().prisma.recoveryCode.count({ where: { accountId: other.given.accountId } })).toBe(0);
  });

  it("does not let a stolen session replace the factor that is on", async () => {
    const { given } = await withFactor();
    await expect(beginFactor(db(), given, TEST_SECRET)).rejects.toMatchObject({ status: 409 });
  });
});

describe("a new password", () => {
  const next = "a brand new password";

  it("takes a link that is on its way with it", async () => {
    const account = await testAccount();
    const given = { accountId: account.accountId, email: account.userId };
    const made = await link(account.userId);
    await changePassword(db(), given, { present: account.password, next }, where.address, NOW);
    const again = { token: made?.token ?? "", password: "somebody else's choice" };
    await expect(choose(again)).rejects.toMatchObject({ status: 400 });
  });

  it("ends every session, and the old one opens nothing", async () => {
    const account = await testAccount();
    const given = { accountId: account.accountId, email: account.userId };
    await changePassword(db(), given, { present: account.password, next }, where.address, NOW);
    expect(await enter(account, undefined, NOW, next)).toMatchObject({ sessionVersion: 1 });
    await expect(enter(account)).rejects.toMatchObject({ code: "invalid_credentials" });
  });

  test.each(["short", "x".repeat(257)])(
    "has ten characters or more and is not endless: %s",
    async (wrong) => {
      const account = await testAccount();
      const given = { accountId: account.accountId, email: account.userId };
      const passwords = { present: account.password, next: wrong };
      await expect(changePassword(db(), given, passwords, where.address, NOW)).rejects.toMatchObject({
        status: 400,
      });
    },
  );

  it("can be chosen by a link, once and within the hour", async () => {
    const account = await testAccount();
    const { token = "" } = (await link(` ${account.userId.toUpperCase()} `)) ?? {};
    const chosen = (at: Date) => choose({ token, password: next }, at);
    await expect(chosen(later(RESET_LIFETIME_MS))).rejects.toMatchObject({ status: 400 });
    await expect(choose({ token, password: "short" })).rejects.toMatchObject({
      status: 400,
    });
    const tries = await Promise.allSettled([chosen(NOW), chosen(NOW)]);
    expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await enter(account, undefined, NOW, next)).toMatchObject({ sessionVersion: 1 });
    await expect(chosen(NOW)).rejects.toMatchObject({ status: 400 });
  });

  it("has one link at a time, a minute apart, and none for who is not there or disabled", async () => {
    const account = await testAccount();
    const made = await Promise.all([1, 2, 3, 4].map(() => link(account.userId)));
    const [first, ...others] = made.filter((each) => each !== null);
    expect(others).toEqual([]);
    expect(await link(account.userId, later(59_999))).toBeNull();
    expect(await link(account.userId, later(60_000))).not.toBeNull();
    await expect(choose({ token: first?.token ?? "", password: next })).rejects.toMatchObject({
      status: 400,
    });
    expect(await link("nobody@example.com")).toBeNull();
    await db().prisma.account.update({ where: { id: account.accountId }, data: { status: "disabled" } });
    expect(await link(account.userId)).toBeNull();
  });

  it("is not stored in its link's row", async () => {
    const account = await testAccount();
    const made = await link(account.userId);
    const rows = await db().prisma.passwordReset.findMany({ where: { accountId: account.accountId } });
    expect(JSON.stringify(rows)).not.toContain(made?.token);
  });
});

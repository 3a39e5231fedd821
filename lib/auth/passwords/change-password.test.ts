import { TOTP } from "otpauth";
import { describe, expect, it, test } from "vitest";
import { resetSecondFactor } from "@/lib/accounts/reset-second-factor";
import { FAILURES_ALLOWED, PASSWORD_CHANGES_ALLOWED } from "@/lib/auth/limits/auth-failures";
import { isKnownAddress, noteKnownAddress } from "@/lib/auth/limits/known-addresses";
import { changePassword, resetPassword } from "@/lib/auth/passwords/change-password";
import { beginReset, RESET_LIFETIME_MS } from "@/lib/auth/passwords/reset-links";
import { beginFactor, confirmFactor, removeFactor } from "@/lib/auth/second-factor/second-factor";
import { signIn } from "@/lib/auth/sign-in";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const NOW = new Date("2026-11-21T00:00:10Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);
const place = { address: "203.0.113.5", browser: "Firefox on Linux" };
const where = { ...place, authSecret: TEST_SECRET };

const enter = (account: TestAccount, at = NOW, password = account.password) =>
  signIn(db(), { email: account.userId, password, code: undefined }, where, at);

/** Returns a session of an account for a change of its password. */
async function sessionOf(account: TestAccount) {
  return { ...(await enter(account)), email: account.userId };
}

/** Creates a link as `sendResetLinks` does, without its email. */
const link = (email: string, at = NOW) => db().transaction((tx) => beginReset(tx, email, at));
const choose = (given: { token: string; password: string }, at = NOW) =>
  resetPassword(db(), given, where.address, at);

/** Creates an account with a second factor. */
async function withFactor(): Promise<TestAccount> {
  const account = await testAccount();
  const given = { accountId: account.accountId, email: account.userId };
  const { secret } = await beginFactor(db(), given, TEST_SECRET);
  const code = new TOTP({ secret }).generate({ timestamp: NOW.getTime() });
  await db().transaction((tx) => confirmFactor(tx, given, { code, authSecret: TEST_SECRET }, NOW));
  return account;
}

describe("a new password", () => {
  const next = "a brand new password";

  it("takes a link that is on its way with it", async () => {
    const account = await testAccount();
    const given = await sessionOf(account);
    const made = await link(account.userId);
    await changePassword(db(), given, { present: account.password, next, ...place }, NOW);
    const again = { token: made?.token ?? "", password: "somebody else's choice" };
    await expect(choose(again)).rejects.toMatchObject({ status: 400 });
  });

  it("ends every session, and the old one opens nothing", async () => {
    const account = await testAccount();
    const given = await sessionOf(account);
    await changePassword(db(), given, { present: account.password, next, ...place }, NOW);
    expect(await enter(account, NOW, next)).toMatchObject({ sessionVersion: 1 });
    await expect(enter(account)).rejects.toMatchObject({ code: "invalid_credentials" });
  });

  test.each(["short", "x".repeat(257)])(
    "has ten characters or more and is not endless: %s",
    async (wrong) => {
      const account = await testAccount();
      const given = await sessionOf(account);
      const passwords = { present: account.password, next: wrong };
      await expect(changePassword(db(), given, { ...passwords, ...place }, NOW)).rejects.toMatchObject({
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
    expect(await enter(account, NOW, next)).toMatchObject({ sessionVersion: 1 });
    await expect(chosen(NOW)).rejects.toMatchObject({ status: 400 });
  });

  it("has links a minute apart, and none for who is not there or disabled", async () => {
    const account = await testAccount();
    const made = await Promise.all([1, 2, 3, 4].map(() => link(account.userId)));
    expect(made.filter((each) => each !== null)).toHaveLength(1);
    expect(await link(account.userId, later(59_999))).toBeNull();
    expect(await link(account.userId, later(60_000))).not.toBeNull();
    expect(await link("nobody@example.com")).toBeNull();
    await db().prisma.account.update({ where: { id: account.accountId }, data: { status: "disabled" } });
    expect(await link(account.userId, later(180_000))).toBeNull();
  });

  it("has five links at a time that work, whoever asks for more, until one is used", async () => {
    const account = await testAccount();
    const minute = (index: number) => later(index * 60_000);
    const tokens: string[] = [];
    for (let index = 0; index < 5; index++)
      tokens.push((await link(account.userId, minute(index)))?.token ?? "");
    expect(await link(account.userId, minute(6))).toBeNull();
    await choose({ token: tokens[0] ?? "", password: next }, minute(7));
    for (const token of tokens.slice(1))
      await expect(choose({ token, password: "a stranger's choice" }, minute(7))).rejects.toMatchObject({
        status: 400,
      });
    expect(await link(account.userId, minute(8))).not.toBeNull();
    // An expired link does not count.
    const { accountId } = account;
    expect(await link(account.userId, later(RESET_LIFETIME_MS + 480_000))).not.toBeNull();
    expect(await db().prisma.passwordReset.count({ where: { accountId } })).toBe(1);
  });

  it("comes by a right link whatever else is tried at its address, and a short one is no guess", async () => {
    const account = await testAccount();
    const address = "192.0.2.77";
    const { token = "" } = (await link(account.userId)) ?? {};
    const reset = (given: { token: string; password: string }) => resetPassword(db(), given, address, NOW);
    for (let count = 0; count < FAILURES_ALLOWED.account; count++) {
      await expect(reset({ token, password: "short" })).rejects.toMatchObject({ status: 400 });
      await expect(reset({ token: `guess ${count}`, password: next })).rejects.toMatchObject({ status: 400 });
    }
    await expect(reset({ token: "one more", password: next })).rejects.toMatchObject({ status: 429 });
    await reset({ token, password: next });
    expect(await enter(account, NOW, next)).toMatchObject({ sessionVersion: 1 });
  });

  it("is another than the one before, and changes ten times an hour", async () => {
    const account = await testAccount();
    let [session, present] = [await sessionOf(account), account.password];
    const change = async (to: string, at = NOW) => {
      const renewed = await changePassword(db(), session, { present, next: to, ...place }, at);
      [session, present] = [{ ...session, ...renewed }, to];
    };
    await expect(change(present)).rejects.toMatchObject({
      status: 400,
      message: "The new password must differ from the current one.",
    });
    for (let count = 0; count < PASSWORD_CHANGES_ALLOWED; count++) await change(`${next} ${count}`);
    await expect(change(next)).rejects.toMatchObject({
      status: 429,
      message: "The password of this account was changed too often. Try again in 3600 seconds.",
    });
    expect(await db().prisma.email.count({ where: { accountId: account.accountId } })).toBe(
      PASSWORD_CHANGES_ALLOWED,
    );
    await change(next, later(3_600_000));
  });

  const known = async ({ accountId }: TestAccount) => {
    const isKnown = (address: string) => isKnownAddress(db(), "password", { accountId, address }, NOW);
    return [await isKnown(where.address), await isKnown("192.0.2.66")];
  };

  /** Creates an account that a password has opened at this address and at another one. */
  async function openedElsewhere(account: TestAccount) {
    for (const address of [where.address, "192.0.2.66"])
      await noteKnownAddress(db(), "password", { accountId: account.accountId, address }, NOW);
    expect(await known(account)).toEqual([true, true]);
  }

  it("has the account known from the address of the change alone", async () => {
    const account = await testAccount();
    await openedElsewhere(account);
    const passwords = { present: account.password, next };
    await changePassword(db(), await sessionOf(account), { ...passwords, ...place }, NOW);
    expect(await known(account)).toEqual([true, false]);
    await openedElsewhere(account);
    const { token = "" } = (await link(account.userId)) ?? {};
    await choose({ token, password: `${next} too` });
    expect(await known(account)).toEqual([true, false]);
  });

  it("is not what makes an account known, once its second factor is off", async () => {
    const account = await withFactor();
    await openedElsewhere(account);
    await db().transaction((tx) => removeFactor(tx, account.accountId, where.address));
    expect(await known(account)).toEqual([true, false]);
    const other = await withFactor();
    await openedElsewhere(other);
    const boss = await testAccount({ admin: true });
    const actor = { accountId: boss.accountId, address: where.address };
    await resetSecondFactor(db(), other.accountId, actor, NOW);
    expect(await known(other)).toEqual([false, false]);
  });

  it("is not stored in its link's row", async () => {
    const account = await testAccount();
    const made = await link(account.userId);
    const rows = await db().prisma.passwordReset.findMany({ where: { accountId: account.accountId } });
    expect(JSON.stringify(rows)).not.toContain(made?.token);
  });
});

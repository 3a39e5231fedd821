import { TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { CODES_ALLOWED_A_DAY, FAILURES_ALLOWED } from "@/lib/auth/limits/auth-failures";
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

const enter = (account: TestAccount, code?: string, at = NOW, password = account.password) =>
  signIn(db(), { email: account.userId, password, code }, where, at);

/** Creates an account with a second factor. Returns it with its app and its recovery codes. */
async function withFactor() {
  const account = await testAccount();
  const given = { accountId: account.accountId, email: account.userId };
  const { secret, uri } = await beginFactor(db(), given, TEST_SECRET);
  expect(uri).toContain("otpauth://totp/");
  const codeAt = (at: Date) => new TOTP({ secret }).generate({ timestamp: at.getTime() });
  const recovery = await db().transaction((tx) =>
    confirmFactor(tx, given, { code: codeAt(NOW), authSecret: TEST_SECRET }, NOW),
  );
  return { account, given, codeAt, recovery };
}

describe("signing in", () => {
  it("takes the right password, and no other", async () => {
    const account = await testAccount();
    const personId = account.accountId;
    const claims = { sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/), personId, sessionVersion: 0 };
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
    // The code that turned the factor on is used up.
    await expect(enter(account, codeAt(NOW))).rejects.toMatchObject({ code: "second_factor_required" });
    const at = later(30_000);
    expect(await enter(account, ` ${codeAt(at)} `, at)).toMatchObject({ personId: account.accountId });
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
    expect(await give(recovery[0] as string)).toMatchObject({ personId: account.accountId });
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
    expect(await enter(account, written)).toMatchObject({ personId: account.accountId });
    await expect(enter(account, code)).rejects.toMatchObject({ code: "second_factor_required" });
  });

  describe("counts wrong codes", () => {
    const WRONG = { status: 401, code: "second_factor_required" };
    const LIMITED = { status: 429, code: "too_many_requests" };
    const from = (account: TestAccount, address: string, code: string, at = NOW) =>
      signIn(db(), { email: account.userId, password: account.password, code }, { ...where, address }, at);

    /** Sends the most wrong codes that one address may have. */
    async function spend(account: TestAccount, address: string) {
      for (let count = 0; count < FAILURES_ALLOWED.account; count++)
        await expect(from(account, address, "000000")).rejects.toMatchObject(WRONG);
    }

    it("by address and account: somebody elsewhere does not lock the owner out", async () => {
      const { account, codeAt } = await withFactor();
      await spend(account, "192.0.2.1");
      const at = later(60_000);
      await expect(from(account, "192.0.2.1", codeAt(at), at)).rejects.toMatchObject(LIMITED);
      expect(await from(account, "192.0.2.2", codeAt(at), at)).toMatchObject({ personId: account.accountId });
    });

    it("by account over a day, except where a code was right lately", async () => {
      const { account, codeAt } = await withFactor();
      await from(account, "192.0.2.50", codeAt(later(30_000)), later(30_000));
      for (let index = 0; index < CODES_ALLOWED_A_DAY / FAILURES_ALLOWED.account; index++)
        await spend(account, `198.51.100.${index}`);
      const [at, tomorrow] = [later(90_000), later(25 * 3_600_000)];
      await expect(from(account, "198.51.100.99", codeAt(at), at)).rejects.toMatchObject(LIMITED);
      expect(await from(account, "192.0.2.50", codeAt(at), at)).toMatchObject({
        personId: account.accountId,
      });
      expect(await from(account, "198.51.100.99", codeAt(tomorrow), tomorrow)).toMatchObject({
        personId: account.accountId,
      });
    });

    it("apart from recovery codes, of which a right one always opens", async () => {
      const { account, recovery } = await withFactor();
      const [first = "", second = ""] = recovery;
      await spend(account, where.address);
      await expect(enter(account, "000000")).rejects.toMatchObject(LIMITED);
      expect(await enter(account, first)).toMatchObject({ personId: account.accountId });
      for (let count = 0; count < FAILURES_ALLOWED.account; count++)
        await expect(enter(account, `guess${count}`)).rejects.toMatchObject(WRONG);
      await expect(enter(account, "guess")).rejects.toMatchObject(LIMITED);
      expect(await enter(account, second)).toMatchObject({ personId: account.accountId });
      await expect(enter(account, second)).rejects.toMatchObject(LIMITED);
    });
  });

  it("asks for none when the factor was begun and not confirmed, or is off again", async () => {
    const account = await testAccount();
    const given = { accountId: account.accountId, email: account.userId };
    await beginFactor(db(), given, TEST_SECRET);
    expect(await enter(account)).toMatchObject({ personId: account.accountId });
    const wrong = db().transaction((tx) =>
      confirmFactor(tx, given, { code: "000000", authSecret: TEST_SECRET }, NOW),
    );
    await expect(wrong).rejects.toMatchObject({ status: 400 });
    const other = await withFactor();
    await db().transaction((tx) => removeFactor(tx, other.given.accountId, where.address));
    expect(await enter(other.account)).toMatchObject({ personId: other.given.accountId });
    expect(await db().prisma.recoveryCode.count({ where: { accountId: other.given.accountId } })).toBe(0);
  });

  it("does not let a stolen session replace the factor that is on", async () => {
    const { given } = await withFactor();
    await expect(beginFactor(db(), given, TEST_SECRET)).rejects.toMatchObject({ status: 409 });
  });
});

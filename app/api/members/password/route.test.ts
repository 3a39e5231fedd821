import { describe, expect, it, test } from "vitest";
import { POST as balance } from "@/app/gateway/sms/balance/route";
import { requestResetLink } from "@/lib/accounts/forgotten-password";
import { FAILURES_ALLOWED } from "@/lib/auth/limits/auth-failures";
import { sendResetLinks } from "@/lib/auth/passwords/reset-links";
import { SESSION_S } from "@/lib/auth/sessions/end-session";
import { db } from "@/lib/db/client";
import { sendDueEmails } from "@/lib/email/send-due";
import { useTestDatabase } from "@/tests/support/database/database";
import { recording } from "@/tests/support/database/plans";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { startSmtpServer } from "@/tests/support/mail/smtp-server";
import { ask, cookieOf } from "@/tests/support/member";
import { call, testAccount } from "@/tests/support/server/gateway";
import "@/tests/support/server/send";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET: readMe } = handlersOf("/api/members/me");
const { POST: forgotten } = handlersOf("/api/members/password/forgotten");
const { POST: reset } = handlersOf("/api/members/password/reset");
const { POST: change } = handlersOf("/api/members/password");
const { POST: begin } = handlersOf("/api/members/second-factor/begin");
const { POST: confirm } = handlersOf("/api/members/second-factor/confirm");
const { POST: remove } = handlersOf("/api/members/second-factor/remove");

useTestDatabase();

const NEXT = "a brand new password";
const own = { "sec-fetch-site": "same-origin" };

const works = async (userId: string, password: string) =>
  (await call(balance, { form: { userId, password } })).status === 200;

const kindsFor = async (accountId: number) =>
  (await db().prisma.email.findMany({ where: { accountId }, orderBy: { id: "asc" } })).map(
    ({ kind }) => kind,
  );

describe("a forgotten password", () => {
  it("is replaced by the link in an email, whose token is nowhere else", async () => {
    const { accountId, userId, password } = await testAccount();
    await db().prisma.account.update({
      where: { id: accountId },
      data: { noticeEmails: ["office@example.com"] },
    });
    expect(await call(forgotten, { json: { email: userId }, headers: own })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await sendResetLinks(db(), TEST_SECRET, new Date())).toBe(false);
    expect(await db().prisma.resetRequest.count()).toBe(0);
    const server = await startSmtpServer();
    const settings = { smtpUrl: server.url, smtpFrom: "sms@example.com", authSecret: TEST_SECRET };
    const sent = { ...settings, appUrl: "https://sms.example.com", showsUnsent: false };
    expect(await sendDueEmails(db(), sent, new Date())).toMatchObject({ sent: 1 });
    const [mail] = server.mails;
    expect(server.commands.filter((line) => line.startsWith("RCPT")).join()).toContain(userId);
    const text = mail?.text ?? "";
    const token = /https:\/\/sms\.example\.com\/reset-password\?token=(\S+)/.exec(text)?.[1] ?? "";
    expect(token).toMatch(/^[\w-]{43}$/);
    const stored = JSON.stringify([
      await db().prisma.email.findMany(),
      await db().prisma.passwordReset.findMany(),
    ]);
    expect(stored).not.toContain(token);

    const json = { token, password: NEXT };
    expect(await call(reset, { json: { ...json, password: "short" }, headers: own })).toMatchObject({
      status: 400,
    });
    expect(await call(reset, { json, headers: own })).toMatchObject({ status: 200 });
    expect(await works(userId, NEXT)).toBe(true);
    expect(await works(userId, password)).toBe(false);
    expect(await call(reset, { json, headers: own })).toMatchObject({ status: 400 });
    expect(await kindsFor(accountId)).toEqual(["password_reset", "password_changed"]);
  });

  it("is answered the same for an address that nobody has", async () => {
    const { userId } = await testAccount();
    const [known, unknown] = [userId, "nobody@example.com"].map((email) =>
      call(forgotten, { json: { email }, headers: own }),
    );
    expect((await known)?.text).toBe((await unknown)?.text);
  });

  it("is asked for by the same statements, whoever has the address and however often", async () => {
    const { userId } = await testAccount();
    const { userId: disabled, accountId } = await testAccount();
    await db().prisma.account.update({ where: { id: accountId }, data: { status: "disabled" } });
    const asks = [];
    for (const email of [
      userId,
      userId,
      "nobody@example.com",
      disabled,
      "nul\0@example.com",
      "x".repeat(300),
    ]) {
      const { database, asked } = recording();
      await requestResetLink(database, email, "198.51.100.78", new Date());
      asks.push(asked.map(({ text }) => text));
    }
    expect(asks[0]).toHaveLength(2);
    for (const statements of asks) expect(statements).toEqual(asks[0]);
    await sendResetLinks(db(), TEST_SECRET, new Date());
    const emails = await db().prisma.email.findMany({
      where: { kind: "password_reset" },
      include: { account: true },
    });
    expect(emails.filter(({ account }) => account.email === userId)).toHaveLength(1);
    expect(emails.filter(({ account }) => account.email === disabled)).toEqual([]);
    expect(await db().prisma.resetRequest.count()).toBe(0);
  });

  it("is seen to once, by however many servers", async () => {
    const accounts = await Promise.all(Array.from({ length: 30 }, () => testAccount()));
    for (const [index, { userId }] of accounts.entries())
      await requestResetLink(db(), userId, `192.0.2.${index}`, new Date());
    const works = async () => {
      while (await sendResetLinks(db(), TEST_SECRET, new Date()));
    };
    await Promise.all([works(), works(), works()]);
    const sent = await db().prisma.email.count({
      where: { kind: "password_reset", accountId: { in: accounts.map(({ accountId }) => accountId) } },
    });
    expect(sent).toBe(30);
    expect(await db().prisma.resetRequest.count()).toBe(0);
  });

  it("is asked for so often and no more", async () => {
    const { userId: email } = await testAccount();
    const address = "198.51.100.77";
    const given = { json: { email }, headers: own, address };
    for (let count = 0; count < FAILURES_ALLOWED.account; count++)
      expect((await call(forgotten, given)).status).toBe(200);
    expect(await call(forgotten, given)).toMatchObject({ status: 429 });
  });

  it("is asked for by our own pages alone", async () => {
    const { userId: email } = await testAccount();
    expect(await call(forgotten, { json: { email } })).toMatchObject({ status: 403 });
  });
});

describe("a new password for who knows the present one", () => {
  it("ends every other session, is told by email and written down", async () => {
    const account = await testAccount();
    const json = { present: account.password, next: NEXT };
    expect(await ask(change, account, { json: { ...json, present: "wrong" } })).toMatchObject({
      status: 401,
      body: { error: "The current password is wrong." },
    });
    const mine = { cookie: await cookieOf(account), ...own };
    const another = { cookie: await cookieOf(account) };
    const changed = await call(change, { json, headers: mine });
    expect(changed).toMatchObject({ status: 200, body: { success: true } });
    const [renewed = "", ...flags] = changed.headers.get("set-cookie")?.split("; ") ?? [];
    expect(flags).toEqual(["Path=/", `Max-Age=${SESSION_S}`, "HttpOnly", "SameSite=Lax"]);
    const status = async (headers: Record<string, string>) =>
      (await call(readMe, { method: "GET", headers })).status;
    expect(await status({ cookie: renewed })).toBe(200);
    expect(await status(another)).toBe(401);
    expect(await status({ cookie: mine.cookie })).toBe(401);
    expect(await works(account.userId, NEXT)).toBe(true);
    expect(await kindsFor(account.accountId)).toEqual(["password_changed"]);
    const activities = await db().prisma.activity.findMany({ where: { accountId: account.accountId } });
    expect(activities).toMatchObject([{ action: "password_changed" }]);
    expect(JSON.stringify(activities)).not.toContain(NEXT);
  });
});

describe("the second factor", () => {
  test("wants the password to be begun and to be turned off, and a right code to count", async () => {
    const account = await testAccount();
    expect(await ask(begin, account, { json: { password: "wrong" } })).toMatchObject({
      status: 401,
      body: { error: "The current password is wrong." },
    });
    const begun = await ask(begin, account, { json: { password: account.password } });
    expect(begun.body).toMatchObject({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: expect.stringContaining("otpauth://totp/"),
      picture: expect.stringMatching(/^data:image\/png;base64,/),
    });
    expect(await ask(confirm, account, { json: { code: "000000" } })).toMatchObject({ status: 400 });
    expect(await ask(remove, account, { json: { password: "wrong" } })).toMatchObject({ status: 401 });
    expect(await ask(remove, account, { json: { password: account.password } })).toMatchObject({
      status: 200,
    });
  });
});

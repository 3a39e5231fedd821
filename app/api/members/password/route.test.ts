import { describe, expect, it, test } from "vitest";
import { POST as forgotten } from "@/app/api/members/password/forgotten/route";
import { POST as reset } from "@/app/api/members/password/reset/route";
import { POST as change } from "@/app/api/members/password/route";
import { POST as begin } from "@/app/api/members/second-factor/begin/route";
import { POST as confirm } from "@/app/api/members/second-factor/confirm/route";
import { POST as remove } from "@/app/api/members/second-factor/remove/route";
import { POST as balance } from "@/app/gateway/sms/balance/route";
import { FAILURES_ALLOWED } from "@/lib/accounts/auth-failures";
import { db } from "@/lib/db/client";
import { sendDueEmails } from "@/lib/email/send-due";
import { useTestDatabase } from "@/lib/testing/database";
import { call, testAccount } from "@/lib/testing/gateway";
import { ask } from "@/lib/testing/member";
import { startSmtpServer } from "@/lib/testing/smtp-server";
import { TEST_SECRET } from "@/lib/testing/submission";
import "@/lib/testing/send";

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
  it("is replaced by the link in an e-mail, whose token is nowhere else", async () => {
    const { accountId, userId, password } = await testAccount();
    await db().prisma.account.update({
      where: { id: accountId },
      data: { noticeEmails: ["office@example.com"] },
    });
    expect(await call(forgotten, { json: { email: userId }, headers: own })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    const server = await startSmtpServer();
    const settings = { smtpUrl: server.url, smtpFrom: "sms@example.com", authSecret: TEST_SECRET };
    const sent = { ...settings, appUrl: "https://sms.example.com", showsUnsent: false };
    expect(await sendDueEmails(db(), sent, new Date())).toMatchObject({ sent: 1 });
    const [mail] = server.mails;
    expect(server.commands.filter((line) => line.startsWith("RCPT")).join()).toContain(userId);
    const text = mail?.text.replaceAll("=\r\n", "").replaceAll("=3D", "=") ?? "";
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
  it("ends the session, is told by e-mail and written down", async () => {
    const account = await testAccount();
    const json = { present: account.password, next: NEXT };
    expect(await ask(change, account, { json: { ...json, present: "wrong" } })).toMatchObject({
      status: 401,
    });
    expect(await ask(change, account, { json })).toMatchObject({ status: 200 });
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
    expect(await ask(begin, account, { json: { password: "wrong" } })).toMatchObject({ status: 401 });
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

import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { type EmailSettings, sendDueEmails } from "@/lib/email/send-due";
import { receive } from "@/lib/inbound/receive";
import { purgeExpired } from "@/lib/jobs/sweep/purge-expired";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { carrierInbound, newMobile, sentMessage } from "@/tests/support/inbound";
import { setUpEmail } from "@/tests/support/mail/email-sender";
import { startSmtpServer } from "@/tests/support/mail/smtp-server";
import { testAccount } from "@/tests/support/server/gateway";
import { NOON } from "@/tests/support/server/send";

useTestDatabase();

const EMAILED = { sender: "alice@example.com", emailId: "<1@example.com>", subject: "Lunch" };

/** Creates a text that was sent by email, for an account that still lists the sender. */
async function emailed(
  overrides: Partial<typeof EMAILED> | { emailId: null; subject: null } = {},
  listed = EMAILED.sender,
) {
  const { accountId } = await testAccount();
  // Each test has the address for its own account.
  await db().prisma.emailSender.deleteMany();
  await setUpEmail(accountId, [listed]);
  const from = newMobile();
  const messageId = await sentMessage(accountId, from, NOON);
  await db().prisma.emailSubmission.create({ data: { messageId, ...EMAILED, ...overrides } });
  return { accountId, from };
}

async function sentMails(settings: Partial<EmailSettings> = {}) {
  const server = await startSmtpServer();
  const usual = { smtpUrl: server.url, smtpFrom: "Gateway <gateway@example.org>", authSecret: TEST_SECRET };
  const names = { appUrl: undefined, emailDomain: "sms.example.net", showsUnsent: false };
  await sendDueEmails(db(), { ...usual, ...names, ...settings }, NOON);
  return server.mails;
}

describe("an answer to a text that came by email", () => {
  it("goes back as an answer to that email, which can be answered by another text", async () => {
    const { from } = await emailed();
    const body = "Yes – at 12\nbring cake";
    expect(await receive(db(), "test", [carrierInbound({ from, body })], NOON)).toEqual({
      stored: 1,
      duplicates: 0,
      emailed: 1,
    });
    const stored = JSON.stringify(await db().prisma.email.findMany());
    expect(stored).not.toContain("cake");
    const [mail, ...others] = await sentMails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ from: "gateway@example.org", to: ["alice@example.com"] });
    expect(mail?.text).toBe(
      `Yes – at 12\nbring cake\n\n-- \nA text from +${from}. Reply to this email to reply by text.`,
    );
    expect(mail?.header("Subject")).toBe("Re: Lunch");
    expect(mail?.header("In-Reply-To")).toBe("<1@example.com>");
    expect(mail?.header("References")).toBe("<1@example.com>");
    expect(mail?.header("Reply-To")).toBe(`${from}@sms.example.net`);
    expect(mail?.header("Auto-Submitted")).toBe("auto-generated");
  });

  it("goes back to who is on the list by the domain", async () => {
    const { from } = await emailed({}, "@example.com");
    expect(await receive(db(), "test", [carrierInbound({ from })], NOON)).toMatchObject({ emailed: 1 });
    await sentMails();
  });

  it.each<[string, (accountId: number) => Promise<unknown>]>([
    ["was taken off the list", (accountId) => db().prisma.emailSender.deleteMany({ where: { accountId } })],
    [
      "has to confirm again",
      (accountId) =>
        db().prisma.emailSender.updateMany({ where: { accountId }, data: { confirmedAt: null } }),
    ],
    [
      "is another account's now",
      async (accountId) => {
        await db().prisma.emailSender.deleteMany({ where: { accountId } });
        await setUpEmail((await testAccount()).accountId, [EMAILED.sender]);
      },
    ],
    [
      "has email to SMS switched off",
      (accountId) => db().prisma.integration.updateMany({ where: { accountId }, data: { enabled: false } }),
    ],
    ["has none any more", (accountId) => db().prisma.integration.deleteMany({ where: { accountId } })],
    [
      "has the domain under it alone",
      (accountId) =>
        db().prisma.emailSender.updateMany({ where: { accountId }, data: { sender: "@mail.example.com" } }),
    ],
  ])("does not go to who %s", async (_, change) => {
    const { accountId, from } = await emailed();
    await change(accountId);
    expect(await receive(db(), "test", [carrierInbound({ from })], NOON)).toMatchObject({
      stored: 1,
      emailed: 0,
    });
  });

  it("goes nowhere three months later, when it is forgotten where the text came from", async () => {
    const { from } = await emailed();
    const days = (count: number) => new Date(Date.now() + count * 24 * 3_600_000);
    await purgeExpired(db(), days(89));
    expect(await receive(db(), "test", [carrierInbound({ from })], NOON)).toMatchObject({ emailed: 1 });
    await purgeExpired(db(), days(91));
    expect(await receive(db(), "test", [carrierInbound({ from })], NOON)).toMatchObject({ emailed: 0 });
    await sentMails();
  });

  it("is told once, whatever the carrier repeats", async () => {
    const { accountId, from } = await emailed();
    const given = carrierInbound({ from });
    await Promise.all([1, 2, 3].map(() => receive(db(), "test", [given], NOON)));
    expect(await db().prisma.email.count({ where: { accountId } })).toBe(1);
    await sentMails();
  });

  it("has a subject of its own where the email had none, and no address where no email is taken any more", async () => {
    const { from } = await emailed({ emailId: null, subject: null });
    await receive(db(), "test", [carrierInbound({ from, body: "STOP" })], NOON);
    const [mail] = await sentMails({ emailDomain: undefined });
    expect(mail?.header("Subject")).toBe(`Re: Text to +${from}`);
    expect(mail?.header("Reply-To")).toBeUndefined();
    expect(mail?.header("In-Reply-To")).toBeUndefined();
    expect(mail?.text).toBe(`STOP\n\n-- \nA text from +${from}.`);
  });

  it("is no email where the last text to the number did not come by one", async () => {
    const { accountId, from } = await emailed();
    await sentMessage(accountId, from, new Date(NOON.getTime() + 1000));
    const later = new Date(NOON.getTime() + 2000);
    expect(await receive(db(), "test", [carrierInbound({ from })], later)).toMatchObject({ emailed: 0 });
    expect(await db().prisma.email.count({ where: { accountId } })).toBe(0);
  });

  it.each(["emails", "blocked_numbers"])(
    "is there with what it tells of or not at all: %s",
    async (table) => {
      const { accountId, from } = await emailed();
      const run = (statement: string) => db().prisma.$executeRawUnsafe(statement);
      await run(`alter table ${table} add constraint none_now check (account_id <> ${accountId}) not valid`);
      const given = carrierInbound({ from, body: "STOP" });
      await expect(receive(db(), "test", [given], NOON)).rejects.toThrow("none_now");
      expect(await db().prisma.inboundMessage.count({ where: { msisdn: from } })).toBe(0);
      expect(await db().prisma.email.count({ where: { accountId } })).toBe(0);
      await run(`alter table ${table} drop constraint none_now`);
      expect(await receive(db(), "test", [given], NOON)).toMatchObject({ stored: 1, emailed: 1 });
    },
  );
});

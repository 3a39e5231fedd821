import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { sendDueEmails } from "@/lib/email/send-due";
import { newId } from "@/lib/ids";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { startSmtpServer } from "@/tests/support/mail/smtp-server";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const NOW = new Date("2026-11-20T23:00:00Z");
const MINUTE_MS = 60_000;
const NOTICES = ["Anna@example.com", "ben@example.com", "cara@example.com"];

const later = (ms: number) => new Date(NOW.getTime() + ms);

/** Enqueues an email about a paused webhook, due now, to an account with three addresses for notices. */
async function queue() {
  const { accountId } = await testAccount();
  await db().prisma.email.deleteMany();
  await db().prisma.account.update({ where: { id: accountId }, data: { noticeEmails: NOTICES } });
  const details = { kind: "report", url: "https://receiver.example.com/", since: NOW };
  const row = { id: newId(), accountId, kind: "webhook_paused", details, createdAt: NOW, dueAt: NOW };
  await db().prisma.email.create({ data: row });
  return { id: row.id, accountId };
}

const rowOf = (id: string) => db().prisma.email.findUniqueOrThrow({ where: { id } });

function sendDue(smtpUrl: string, at: Date) {
  const settings = { smtpFrom: "sms@gateway.example.com", appUrl: "https://gateway.example.com" };
  return sendDueEmails(db(), { ...settings, smtpUrl, authSecret: TEST_SECRET, showsUnsent: false }, at);
}

describe("a mail server that takes an email not for all", () => {
  /** Returns a server with answers for recipients by their first letters. It accepts all others. */
  const answering = (answers: Record<string, string>) =>
    startSmtpServer((line) => (line.startsWith("RCPT") ? answers[/<(.)/.exec(line)?.[1] ?? ""] : undefined));

  it("is asked again for those whom it refused for now, and not for those who have it", async () => {
    const answers: Record<string, string> = { b: "450 4.2.0 Greylisted", c: "450 4.2.0 Greylisted, too" };
    const server = await answering(answers);
    const { id } = await queue();
    expect(await sendDue(server.url, NOW)).toMatchObject({ sent: 0 });
    const error = "The mail server answered: 450 4.2.0 Greylisted";
    expect(await rowOf(id)).toMatchObject({ sentAt: null, dueAt: later(MINUTE_MS), error });
    delete answers.b;
    await sendDue(server.url, later(MINUTE_MS));
    delete answers.c;
    const at = later(3 * MINUTE_MS);
    expect(await sendDue(server.url, at)).toMatchObject({ sent: 1 });
    expect(server.mails.map(({ to }) => to)).toEqual(NOTICES.map((address) => [address]));
    expect(new Set(server.mails.map((mail) => mail.header("Message-ID"))).size).toBe(1);
    expect(await rowOf(id)).toMatchObject({ sentAt: at, dueAt: null, error: null });
  });

  it("for good is not asked again, and those whom it refused for now get it, whoever was last", async () => {
    const answers: Record<string, string> = {
      A: "450 4.2.0 Greylisted",
      b: "550 5.1.1 Nobody",
      c: "550 5.1.1 Nobody",
    };
    const server = await answering(answers);
    const { id, accountId } = await queue();
    await sendDue(server.url, NOW);
    expect(await rowOf(id)).toMatchObject({ sentAt: null, dueAt: later(MINUTE_MS) });
    delete answers.A;
    // An address that the account adds meanwhile gets it as well.
    const noticeEmails = [...NOTICES, "dora@example.com"];
    await db().prisma.account.update({ where: { id: accountId }, data: { noticeEmails } });
    expect(await sendDue(server.url, later(MINUTE_MS))).toMatchObject({ sent: 1 });
    expect(server.mails.map(({ to }) => to)).toEqual([["Anna@example.com", "dora@example.com"]]);
    expect(server.commands.filter((line) => line.includes("<ben@"))).toHaveLength(1);
  });

  it("is not asked again where the account has no longer whom it refused for now", async () => {
    const server = await answering({ c: "450 4.2.0 Greylisted" });
    const { id, accountId } = await queue();
    await sendDue(server.url, NOW);
    const noticeEmails = NOTICES.slice(0, 2);
    await db().prisma.account.update({ where: { id: accountId }, data: { noticeEmails } });
    expect(await sendDue(server.url, later(MINUTE_MS))).toMatchObject({ sent: 1 });
    expect(server.mails.map(({ to }) => to)).toEqual([noticeEmails]);
    expect(await rowOf(id)).toMatchObject({ dueAt: null, error: null });
  });
});

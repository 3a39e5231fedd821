import { describe, expect, it } from "vitest";
import { type Mail, openMailer } from "@/lib/email/mailer";
import { startSmtpServer } from "@/tests/support/mail/smtp-server";

const MAIL: Mail = { id: "1", to: ["anna@example.com"], subject: "Hi", text: "Hello" };
const TOO_LATE = { sent: false, final: false, error: "The mail server did not answer in time." };
const DOWN = { sent: false, final: false, error: "The mail server could not be reached." };

const open = (url: string) => openMailer({ url, from: "sms@example.com", sendTimeoutMs: 300 });

describe("a mail server", () => {
  it.each(["", "EHLO", "RCPT", "."])("that is silent after %o has its time", async (silentAt) => {
    const server = await startSmtpServer((line) => (line.split(" ", 1)[0] === silentAt ? null : undefined));
    const mailer = open(server.url);
    const startedAt = performance.now();
    // There are more emails than connections. Emails that wait for a connection time out, too.
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => mailer.send(MAIL)));
    expect(outcomes).toEqual(Array(12).fill(TOO_LATE));
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    mailer.close();
  });

  it.each(["", "EHLO", "DATA", "."])("that hangs up at %o has not taken it", async (hangsUpAt) => {
    const server = await startSmtpServer((line) =>
      line.split(" ", 1)[0] === hangsUpAt ? "hang up" : undefined,
    );
    const mailer = openMailer({ url: server.url, from: "sms@example.com", sendTimeoutMs: 5_000 });
    expect(await mailer.send(MAIL)).toEqual(DOWN);
    expect(server.commands.filter((line) => line === hangsUpAt).length).toBeLessThanOrEqual(1);
    mailer.close();
  });

  it("may be told of in the query string, as nodemailer has it", async () => {
    const server = await startSmtpServer((line) => (line === "." ? null : undefined));
    const mailer = openMailer({ url: `${server.url}?socketTimeout=100`, from: "sms@example.com" });
    const startedAt = performance.now();
    expect(await mailer.send(MAIL)).toEqual(TOO_LATE);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    mailer.close();
  });
});

describe("an email", () => {
  it("has one recipient and no header but its own, whatever stands in its address and subject", async () => {
    const server = await startSmtpServer();
    const mailer = open(server.url);
    const to = "a@example.com, b@example.com\r\nBcc: c@example.com";
    await mailer.send({ ...MAIL, to: [to], subject: "Hi\r\nBcc: d@example.com\r\n\r\nBuy now" });
    await mailer.send({ ...MAIL, subject: "Hi\r\nBcc: d@example.com\r\n\r\nBuy now" });
    expect(server.commands.filter((line) => line.startsWith("RCPT")).length).toBeLessThanOrEqual(2);
    expect(server.mails.length).toBeGreaterThan(0);
    for (const mail of server.mails) {
      for (const name of ["Bcc", "Cc"]) expect(mail.header(name)).toBeUndefined();
      expect(mail.text.trim()).toBe("Hello");
    }
    mailer.close();
  });

  it("keeps its letters, its long lines and a dot at a line's beginning", async () => {
    const server = await startSmtpServer();
    const mailer = open(server.url);
    const text = `Kia ora, Māori – €5\n.\n..two\n${"x".repeat(2048)}`;
    expect(await mailer.send({ ...MAIL, text })).toEqual({ sent: true });
    expect(server.mails[0]?.text.trim()).toBe(text);
    const lengths = server.mails[0]?.raw.split("\r\n").map((line) => line.length) ?? [];
    expect(Math.max(...lengths)).toBeLessThan(999);
    mailer.close();
  });
});

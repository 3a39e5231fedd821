import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type Database, db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { EMAIL_GIVE_UP_MS, EMAIL_LEASE_MS, type EmailSettings, sendDueEmails } from "@/lib/email/send-due";
import { newId } from "@/lib/ids";
import { openLog, setLog } from "@/lib/log";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { startSmtpServer } from "@/tests/support/mail/smtp-server";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase();
beforeEach(async () => {
  await db().prisma.email.deleteMany();
});

const NOW = new Date("2026-11-20T23:00:00Z");
const MINUTE_MS = 60_000;

function later(ms: number): Date {
  return new Date(NOW.getTime() + ms);
}

function settings(smtpUrl: string | undefined, overrides: Partial<EmailSettings> = {}): EmailSettings {
  const smtpFrom = "Messaging Gateway <sms@gateway.example.com>";
  return {
    smtpUrl,
    smtpFrom,
    appUrl: "https://gateway.example.com",
    authSecret: TEST_SECRET,
    showsUnsent: false,
    ...overrides,
  };
}

/** Enqueues an email to a new account about a paused webhook, due now. */
async function queue(overrides: { kind?: string; details?: object } = {}) {
  const { accountId, userId } = await testAccount();
  const details = { kind: "report", url: `https://receiver.example.com/${accountId}`, since: NOW };
  const row = { id: newId(), accountId, kind: "webhook_paused", details, createdAt: NOW, dueAt: NOW };
  await db().prisma.email.create({ data: { ...row, ...overrides } });
  return { id: row.id, accountId, userId };
}

const rowOf = (id: string) => db().prisma.email.findUniqueOrThrow({ where: { id } });

/** Collects the lines of the log until the end of the test. */
function readLog(): string[] {
  const lines: string[] = [];
  setLog(openLog("info", { write: (line) => void lines.push(line) }));
  onTestFinished(() => setLog(undefined));
  return lines;
}

describe("a due email", () => {
  it("goes to its account's address of this moment, once, and is recorded", async () => {
    const server = await startSmtpServer();
    const { id, accountId } = await queue();
    await db().prisma.account.update({ where: { id: accountId }, data: { email: "new@example.com" } });
    const at = later(1000);
    expect(await sendDueEmails(db(), settings(server.url), at)).toEqual({
      more: false,
      sent: 1,
      nextAt: null,
    });
    expect(await rowOf(id)).toMatchObject({ sentAt: at, dueAt: null, error: null, attempts: 1 });
    await sendDueEmails(db(), settings(server.url), later(1e9));

    expect(server.mails).toHaveLength(1);
    const [mail] = server.mails;
    expect(mail).toMatchObject({ from: "sms@gateway.example.com", to: ["new@example.com"] });
    expect(mail?.header("From")).toBe("Messaging Gateway <sms@gateway.example.com>");
    expect(mail?.header("To")).toBe("new@example.com");
    expect(mail?.header("Subject")).toBe("Your webhook for delivery reports is paused");
    expect(mail?.header("Message-ID")).toBe(`<${id}@gateway.example.com>`);
    expect(mail?.header("Auto-Submitted")).toBe("auto-generated");
    expect(mail?.header("X-Auto-Response-Suppress")).toBe("All");
    expect(mail?.header("Content-Type")).toBe("text/plain; charset=utf-8");
    expect(mail?.text).toContain("  receiver.example.com\n");
    expect(mail?.text).toContain("- open https://gateway.example.com/webhooks\n");
  });

  it("is one of many in a batch, over few connections, and the rest follows", async () => {
    const server = await startSmtpServer();
    for (let count = 0; count < 23; count++) await queue();
    expect(await sendDueEmails(db(), settings(server.url), NOW)).toMatchObject({ more: true, sent: 20 });
    expect(await sendDueEmails(db(), settings(server.url), NOW)).toMatchObject({ more: false, sent: 3 });
    expect(new Set(server.mails.map(({ to }) => to[0])).size).toBe(23);
    expect(server.commands.filter((line) => line.startsWith("EHLO")).length).toBeLessThanOrEqual(8);
  });

  it("waits for a version that knows it", async () => {
    const server = await startSmtpServer();
    const { id } = await queue({ kind: "invoice" });
    await sendDueEmails(db(), settings(server.url), NOW);
    expect(server.commands).toEqual([]);
    expect(await rowOf(id)).toMatchObject({
      dueAt: later(MINUTE_MS),
      error: "This version cannot write such an email.",
    });
  });
});

describe("a mail server that does not take it", () => {
  it("now is asked again after one minute, then two, and the text arrives", async () => {
    const answers = ["450 4.2.0 Greylisted, come back", "450 4.2.0 Greylisted, come back"];
    const server = await startSmtpServer((line) => (line.startsWith("RCPT") ? answers.shift() : undefined));
    const { id } = await queue();
    const { nextAt } = await sendDueEmails(db(), settings(server.url), NOW);
    expect(nextAt).toEqual(later(MINUTE_MS));
    expect(await rowOf(id)).toMatchObject({
      sentAt: null,
      dueAt: nextAt,
      error: "The mail server answered: 450 4.2.0 Greylisted, come back",
    });
    await sendDueEmails(db(), settings(server.url), later(MINUTE_MS - 1));
    expect(server.commands.filter((line) => line.startsWith("RCPT"))).toHaveLength(1);
    await sendDueEmails(db(), settings(server.url), later(MINUTE_MS));
    expect((await rowOf(id)).dueAt).toEqual(later(3 * MINUTE_MS));
    expect(await sendDueEmails(db(), settings(server.url), later(3 * MINUTE_MS))).toMatchObject({ sent: 1 });
    expect(await rowOf(id)).toMatchObject({ dueAt: null, error: null, attempts: 3 });
    expect(server.mails).toHaveLength(1);
  });

  it("for three days is given up, two hours apart at most", async () => {
    const { id } = await queue();
    const nowhere = settings("smtp://127.0.0.1:1");
    let at: Date | null = NOW;
    const waits: number[] = [];
    while (at) {
      await sendDueEmails(db(), nowhere, at);
      const { dueAt } = await rowOf(id);
      if (dueAt) waits.push((dueAt.getTime() - at.getTime()) / MINUTE_MS);
      if (dueAt) expect(dueAt.getTime()).toBeLessThanOrEqual(NOW.getTime() + EMAIL_GIVE_UP_MS);
      at = dueAt;
    }
    expect(waits.slice(0, 9)).toEqual([1, 2, 4, 8, 16, 32, 64, 120, 120]);
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(70 * 60);
    expect(await rowOf(id)).toMatchObject({
      sentAt: null,
      dueAt: null,
      error: "The mail server could not be reached.",
    });
  });

  it.each([
    ["RCPT", "550 5.1.1 There is nobody of that name", true],
    [".", "554 5.6.0 Not with these words", true],
    ["RCPT", "554 5.7.1 Relay access denied", false],
    ["MAIL", "550 5.1.8 No such sender", false],
    ["", "554 5.3.2 No mail here today", false],
    ["DATA", "451 4.3.0 Out of paper", false],
  ])("says so to %s: %s; for good: %s", async (verb, reply, final) => {
    const server = await startSmtpServer((line) => (line.split(" ", 1)[0] === verb ? reply : undefined));
    const [{ id }, lines] = [await queue(), readLog()];
    await sendDueEmails(db(), settings(server.url), NOW);
    const error = `The mail server answered: ${reply}`;
    expect(await rowOf(id)).toMatchObject({ sentAt: null, dueAt: final ? null : later(MINUTE_MS), error });
    expect(server.mails).toEqual([]);
    expect(lines.some((line) => line.includes("given up"))).toBe(final);
  });

  it("for one, takes the others of the batch all the same", async () => {
    const [bad, good] = [await queue(), await queue()];
    const server = await startSmtpServer((line) =>
      line.includes(bad.userId) ? "550 5.1.1 Nobody" : undefined,
    );
    expect(await sendDueEmails(db(), settings(server.url), NOW)).toMatchObject({ sent: 1 });
    expect(server.mails.map(({ to }) => to)).toEqual([[good.userId]]);
  });
});

describe("two workers", () => {
  it("send an email once, and a dead one's when its lease is over", async () => {
    const server = await startSmtpServer();
    const { id } = await queue();
    const runs = [1, 2, 3].map(() => sendDueEmails(db(), settings(server.url), NOW));
    expect((await Promise.all(runs)).map(({ sent }) => sent).sort()).toEqual([0, 0, 1]);

    // Another worker is claiming this one at the moment.
    const left = await queue();
    await db().transaction(async (tx) => {
      await tx.query(sql`select 1 from emails where id = ${left.id}::uuid for update`);
      expect(await sendDueEmails(db(), settings(server.url), NOW)).toMatchObject({ sent: 0 });
    });
    await db().prisma.email.update({ where: { id: left.id }, data: { dueAt: later(EMAIL_LEASE_MS) } });
    const { nextAt } = await sendDueEmails(db(), settings(server.url), later(EMAIL_LEASE_MS - 1));
    expect(nextAt).toEqual(later(EMAIL_LEASE_MS));
    expect(await sendDueEmails(db(), settings(server.url), later(EMAIL_LEASE_MS))).toMatchObject({ sent: 1 });
    expect(server.mails.map((mail) => mail.header("Message-ID")?.slice(1, 37))).toEqual([id, left.id]);
  });

  it("do not record over one another when the first was too slow", async () => {
    const { id } = await queue();
    const server = await startSmtpServer();
    let goOn = () => {};
    const second = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const first = sendDueEmails(heldBefore(RECORDING, second), settings("smtp://127.0.0.1:1"), NOW);
    await expect.poll(async () => (await rowOf(id)).attempts).toBe(1);
    await sendDueEmails(db(), settings(server.url), later(EMAIL_LEASE_MS));
    goOn();
    await first;
    expect(await rowOf(id)).toMatchObject({ sentAt: later(EMAIL_LEASE_MS), error: null, attempts: 2 });
  });
});

describe("a server that dies after the mail server has taken an email", () => {
  it("has it sent again, with the same Message-ID", async () => {
    const server = await startSmtpServer();
    const { id } = await queue();
    const dies = heldBefore(RECORDING, Promise.reject(new Error("killed")));
    await expect(sendDueEmails(dies, settings(server.url), NOW)).rejects.toThrow("killed");
    expect(await rowOf(id)).toMatchObject({ sentAt: null, dueAt: later(EMAIL_LEASE_MS) });
    await sendDueEmails(db(), settings(server.url), later(EMAIL_LEASE_MS));
    const ids = server.mails.map((mail) => mail.header("Message-ID"));
    expect(ids).toEqual(Array(2).fill(`<${id}@gateway.example.com>`));
    expect(await rowOf(id)).toMatchObject({ sentAt: later(EMAIL_LEASE_MS), dueAt: null });
  });
});

describe("without a mail server", () => {
  it("an email waits and says why, and goes out once there is one", async () => {
    const { id, accountId } = await queue();
    const lines = readLog();
    await sendDueEmails(db(), settings(undefined), NOW);
    expect(await rowOf(id)).toMatchObject({ dueAt: later(MINUTE_MS), error: "No SMTP server is set." });
    await sendDueEmails(db(), settings(undefined), later(MINUTE_MS));
    expect(lines).toHaveLength(1);
    const { level, kind, accountId: logged, ...rest } = JSON.parse(lines[0] ?? "");
    expect({ level, kind, logged }).toEqual({ level: "warn", kind: "webhook_paused", logged: accountId });
    expect(Object.keys(rest).sort()).toEqual(["msg", "time"]);

    const server = await startSmtpServer();
    await sendDueEmails(db(), settings(server.url), later(3 * MINUTE_MS));
    expect(server.mails).toHaveLength(1);
  });

  it("an email with a link waits for the installation's own address as well", async () => {
    const details = { to: "office@example.com", sender: "office@example.com", account: "Office", token: "t" };
    const { id } = await queue({ kind: "email_sender", details });
    const lines = readLog();
    const server = await startSmtpServer();
    await sendDueEmails(db(), settings(server.url, { appUrl: undefined }), NOW);
    expect(await rowOf(id)).toMatchObject({ dueAt: later(MINUTE_MS), error: "APP_URL is not set." });
    await sendDueEmails(db(), settings(server.url, { appUrl: undefined }), later(MINUTE_MS));
    expect(lines.map((line) => JSON.parse(line).level)).toEqual(["warn"]);
    await sendDueEmails(db(), settings(server.url), later(3 * MINUTE_MS));
    expect(server.mails).toHaveLength(1);
  });

  it("shows its text to who develops", async () => {
    await queue();
    const lines = readLog();
    await sendDueEmails(db(), settings(undefined, { showsUnsent: true }), NOW);
    expect(JSON.parse(lines[0] ?? "").text).toContain("Events are on hold");
  });
});

describe("the credentials of the mail server", () => {
  it("are used, and stand neither in the row nor in the log", async () => {
    const server = await startSmtpServer((line) =>
      line.startsWith("AUTH") ? "535 5.7.8 Not with AGFubmEAaHVzaA==" : undefined,
    );
    const { id } = await queue();
    const lines = readLog();
    await sendDueEmails(db(), settings(server.url.replace("//", "//anna:hush@")), NOW);
    expect(server.commands).toContain(`AUTH PLAIN ${Buffer.from("\0anna\0hush").toString("base64")}`);
    const { error, dueAt } = await rowOf(id);
    expect({ error, dueAt }).toEqual({
      error: "The mail server did not accept the credentials.",
      dueAt: later(MINUTE_MS),
    });
    expect(lines.join()).not.toMatch(/hush|AGFubmE/);
  });
});

const RECORDING = /^\s*update emails set/;

/** Returns a database that delays statements of a pattern until a promise settles. The promise may fail. */
function heldBefore(statement: RegExp, what: Promise<unknown>): Database {
  what.catch(() => {});
  const held = async (given: Parameters<Database["query"]>[0]) => {
    if (statement.test(given.text)) await what;
    return db().query(given);
  };
  return Object.assign(Object.create(db()), { query: held });
}

import { describe, expect, it, onTestFinished, test } from "vitest";
import {
  addEmailSenderOperation,
  confirmEmailSenderOperation,
  type EmailSenderRecord,
  listEmailSenders,
  MAX_SENDERS,
} from "@/lib/contracts/members/email-senders";
import { db } from "@/lib/db/client";
import { sendDueEmails } from "@/lib/email/send-due";
import { readAddress } from "@/lib/email-to-sms/reading/address";
import { readConfirmation } from "@/lib/email-to-sms/senders/confirm-sender";
import { findSenderAccount } from "@/lib/email-to-sms/senders/find-sender-account";
import { reloadEnv } from "@/lib/env";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { startSmtpServer } from "@/tests/support/mail/smtp-server";
import { ask } from "@/tests/support/member";
import { itByHandlers } from "@/tests/support/server/by-handlers";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import "@/tests/support/server/send";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: confirm } = handlersOf("/api/members/email-senders/confirm");
const { POST: resend } = handlersOf("/api/members/email-senders/link");
const { POST: remove } = handlersOf("/api/members/email-senders/remove");
const { GET, POST } = handlersOf("/api/members/email-senders");

useTestDatabase();

type ListBody = { domain: string | null; sendsLinks: boolean; senders: EmailSenderRecord[] };

let made = 0;
const newAddress = () => `person${++made}@company.co.nz`;

async function add(account: TestAccount, sender: string, address = "203.0.113.7") {
  const added = await ask<{ sender: EmailSenderRecord; error?: string }>(
    POST,
    account,
    { json: { sender } },
    { "x-forwarded-for": address },
  );
  if (added.status === 200) expect(added.body).toEqual(addEmailSenderOperation.response.parse(added.body));
  return added;
}

async function listed(account: TestAccount): Promise<ListBody> {
  const { body } = await ask<ListBody>(GET, account, {});
  expect(body).toEqual(listEmailSenders.response.parse(body));
  return body;
}

/** Returns the links in emails to an address that are not sent yet, and their tokens. */
async function links(linkTo: string) {
  const server = await startSmtpServer();
  const settings = { smtpUrl: server.url, smtpFrom: "sms@example.com", authSecret: TEST_SECRET };
  const names = { appUrl: "https://sms.example.com", showsUnsent: false };
  await sendDueEmails(db(), { ...settings, ...names }, new Date(Date.now() + 1000));
  const mails = server.mails.filter(({ to }) => to.some((each) => each.endsWith(linkTo)));
  return mails.map(({ to, text }) => {
    const token = /https:\/\/sms\.example\.com\/confirm-email-sender\?token=(\S+)/.exec(text)?.[1] ?? "";
    return { to, token, text };
  });
}

const confirmBy = (token: string, headers: Record<string, string> = { "sec-fetch-site": "same-origin" }) =>
  call(confirm, { json: { token }, headers });

const ownerOf = async (address: string) => {
  const read = readAddress(address);
  return read && (await findSenderAccount(db(), read))?.caller.accountId;
};

const actions = async (accountId: number) =>
  (await db().prisma.activity.findMany({ where: { accountId }, orderBy: { id: "asc" } })).map(
    ({ action, details }) => [action, details],
  );

describe("an address on the list", () => {
  it("counts once the link sent to it is confirmed, and is written down", async () => {
    const account = await testAccount();
    await db().prisma.account.update({
      where: { id: account.accountId },
      data: { noticeEmails: ["office@example.com"] },
    });
    const sender = newAddress();
    const added = await add(account, ` ${sender.toUpperCase()} `);
    expect(added.body.sender).toMatchObject({ sender, state: "waiting", linkTo: sender });
    expect(await ownerOf(sender)).toBeUndefined();
    const [link] = await links(sender);
    expect(link).toMatchObject({ to: [sender], token: expect.stringMatching(/^[\w-]{43}$/) });
    expect(link?.text).toContain('The account "A test"');
    const token = link?.token ?? "";
    const stored = [await db().prisma.email.findMany(), await db().prisma.emailSender.findMany()];
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(await readConfirmation(db(), token, new Date())).toEqual({ sender, account: "A test" });
    expect(await ownerOf(sender)).toBeUndefined();

    const confirmed = await confirmBy(token);
    expect(confirmed.body).toEqual(confirmEmailSenderOperation.response.parse({ success: true, sender }));
    expect(await ownerOf(sender)).toBe(account.accountId);
    expect((await listed(account)).senders).toMatchObject([{ sender, state: "confirmed" }]);
    expect(await confirmBy(token)).toMatchObject({ status: 400 });
    expect(await readConfirmation(db(), token, new Date())).toBeNull();
    expect(await ask(remove, account, { json: { sender } })).toMatchObject({ status: 200 });
    expect(await ownerOf(sender)).toBeUndefined();
    expect(await actions(account.accountId)).toEqual([
      ["email_sender_added", { sender }],
      ["email_sender_confirmed", { sender }],
      ["email_sender_removed", { sender }],
    ]);
  });

  it("counts at once where the account signs in with it", async () => {
    const account = await testAccount();
    expect((await add(account, account.userId)).body.sender.state).toBe("confirmed");
    expect(await ownerOf(account.userId)).toBe(account.accountId);
    expect(await links(account.userId)).toEqual([]);
  });

  it("is confirmed for a domain by its postmaster", async () => {
    const account = await testAccount();
    expect((await add(account, "Firm.co.nz")).body.sender).toMatchObject({
      sender: "@firm.co.nz",
      linkTo: "postmaster@firm.co.nz",
    });
    const [link] = await links("postmaster@firm.co.nz");
    expect(link?.to).toEqual(["postmaster@firm.co.nz"]);
    await confirmBy(link?.token ?? "");
    expect(await ownerOf("anybody@firm.co.nz")).toBe(account.accountId);
    expect(await ownerOf("anybody@mail.firm.co.nz")).toBeUndefined();
  });

  it("is one account's alone, and the other is told so by who confirms", async () => {
    const [first, second] = [await testAccount(), await testAccount()];
    const sender = newAddress();
    await add(first, sender);
    const [one] = await links(sender);
    await add(second, sender);
    const [other] = await links(sender);
    expect(await confirmBy(one?.token ?? "")).toMatchObject({ status: 200 });
    expect(await confirmBy(other?.token ?? "")).toMatchObject({
      status: 409,
      body: { code: "conflict", error: expect.stringContaining("Another account") },
    });
    expect(await ownerOf(sender)).toBe(first.accountId);
    expect((await listed(second)).senders).toMatchObject([{ state: "waiting" }]);
    expect(await actions(second.accountId)).toEqual([["email_sender_added", { sender }]]);
    // The link still works after the first account has removed the sender.
    await ask(remove, first, { json: { sender } });
    expect(await confirmBy(other?.token ?? "")).toMatchObject({ status: 200 });
  });

  it("is confirmed however many were before it from one address, where guesses end", async () => {
    const account = await testAccount();
    const from = (token: string) =>
      confirmBy(token, { "sec-fetch-site": "same-origin", "x-forwarded-for": "198.51.100.44" });
    const colleagues = Array.from({ length: 11 }, newAddress);
    for (const [index, sender] of colleagues.entries()) await add(account, sender, `203.0.113.${index}`);
    const sent = await links("company.co.nz");
    const tokens = colleagues.map((sender) => sent.find(({ to }) => to.includes(sender))?.token ?? "");
    const last = tokens.pop() ?? "";
    for (const token of tokens) expect(await from(token)).toMatchObject({ status: 200 });
    for (let count = 0; count < 10; count++) expect(await from("a guess")).toMatchObject({ status: 400 });
    expect(await from("a guess")).toMatchObject({ status: 429 });
    expect(await from(last)).toMatchObject({ status: 200 });
  });

  it("is not its own account's where another has it", async () => {
    const [first, second] = [await testAccount(), await testAccount()];
    const data = {
      accountId: first.accountId,
      sender: second.userId,
      addedAt: new Date(),
      confirmedAt: new Date(),
    };
    await db().prisma.emailSender.create({ data });
    expect(await add(second, second.userId)).toMatchObject({ status: 409 });
    expect((await listed(second)).senders).toEqual([]);
    expect(await actions(second.accountId)).toEqual([]);
  });

  it("is nobody else's to see, remove or have a link sent for", async () => {
    const [account, other] = [await testAccount(), await testAccount()];
    const sender = newAddress();
    await add(account, sender);
    expect((await listed(other)).senders).toEqual([]);
    expect(await ask(remove, other, { json: { sender } })).toMatchObject({ status: 404 });
    expect(await ask(resend, other, { json: { sender } })).toMatchObject({ status: 404 });
    expect((await listed(account)).senders).toHaveLength(1);
  });

  test.each([
    "nobody",
    "@",
    "a@b",
    "@co.nz",
    "@github.io",
    "@localhost",
    "@192.0.2.1",
    "a b@example.com",
    "a@example.com, b@example.com",
    "<a@example.com>",
    `${"a".repeat(250)}@example.com`,
  ])("is not %s", async (sender) => {
    expect(await add(await testAccount(), sender)).toMatchObject({
      status: 400,
      body: { code: "invalid_parameter" },
    });
  });

  it("is there once, and with so many others", async () => {
    const account = await testAccount();
    const sender = newAddress();
    await add(account, sender);
    expect(await add(account, sender)).toMatchObject({ status: 409 });
    await db().prisma.emailSender.createMany({
      data: Array.from({ length: MAX_SENDERS - 1 }, (_, index) => ({
        accountId: account.accountId,
        sender: `p${index}@full.example`,
        addedAt: new Date(),
      })),
    });
    const refused = await add(account, newAddress());
    expect(refused).toMatchObject({ status: 409, body: { error: expect.stringContaining("at most 100") } });
    expect((await listed(account)).senders).toHaveLength(MAX_SENDERS);
    expect(await actions(account.accountId)).toHaveLength(1);
  });
});

describe("another link", () => {
  it("is sent after a minute, in place of the one before", async () => {
    const account = await testAccount();
    const sender = newAddress();
    await add(account, sender);
    const [before] = await links(sender);
    expect(await ask(resend, account, { json: { sender } })).toMatchObject({ status: 429 });
    const earlier = new Date(Date.now() + 3 * 24 * 3_600_000 - 61_000);
    await db().prisma.emailSender.updateMany({ where: { sender }, data: { tokenEndsAt: earlier } });
    expect(await ask(resend, account, { json: { sender } })).toMatchObject({ status: 200 });
    const [after] = await links(sender);
    expect(await confirmBy(before?.token ?? "")).toMatchObject({ status: 400 });
    expect(await confirmBy(after?.token ?? "")).toMatchObject({ status: 200 });
    expect(await ask(resend, account, { json: { sender } })).toMatchObject({ status: 409 });
  });

  it("is wanted once the first has become too old", async () => {
    const account = await testAccount();
    const sender = newAddress();
    await add(account, sender);
    const [link] = await links(sender);
    await db().prisma.emailSender.updateMany({ where: { sender }, data: { tokenEndsAt: new Date() } });
    expect(await confirmBy(link?.token ?? "")).toMatchObject({ status: 400 });
    expect((await listed(account)).senders).toMatchObject([{ state: "link_too_old" }]);
  });

  itByHandlers("fills nobody's mailbox", async () => {
    const account = await testAccount();
    const sender = newAddress();
    const address = "198.51.100.9";
    for (let count = 0; count < 10; count++) {
      await add(account, sender, address);
      await ask(remove, account, { json: { sender } });
    }
    expect(await add(account, sender, address)).toMatchObject({
      status: 429,
      body: { error: expect.stringContaining("Too many links") },
    });
  });
});

describe("the page", () => {
  it("says what is behind the @, and whether links can be sent", async () => {
    const account = await testAccount();
    expect(await listed(account)).toMatchObject({ domain: null, sendsLinks: false });
    Object.assign(process.env, {
      EMAIL_TO_SMS_DOMAIN: "SMS.example.net",
      SMTP_URL: "smtp://mail.example.com",
      SMTP_FROM: "sms@example.com",
    });
    reloadEnv();
    onTestFinished(() => {
      for (const name of ["EMAIL_TO_SMS_DOMAIN", "SMTP_URL", "SMTP_FROM", "APP_URL"])
        delete process.env[name];
      reloadEnv();
    });
    // A link needs the address of this installation.
    expect(await listed(account)).toMatchObject({ domain: "sms.example.net", sendsLinks: false });
    process.env.APP_URL = "https://sms.example.com";
    reloadEnv();
    expect(await listed(account)).toMatchObject({ domain: "sms.example.net", sendsLinks: true });
  });

  it("is for who is signed in, and confirming for a page of ours", async () => {
    const own = { "sec-fetch-site": "same-origin" };
    expect(await call(GET, { method: "GET" })).toMatchObject({ status: 401 });
    expect(await call(POST, { json: { sender: newAddress() }, headers: own })).toMatchObject({ status: 401 });
    expect(await confirmBy("x", { "sec-fetch-site": "cross-site" })).toMatchObject({ status: 403 });
  });
});

import { describe, expect, it, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import * as reading from "@/lib/email-to-sms/reading/read-email";
import { smtpReply } from "@/lib/email-to-sms/reading/refusal";
import { submitEmail } from "@/lib/email-to-sms/submit-email";
import { useTestDatabase } from "@/tests/support/database/database";
import {
  bring,
  CLIENT,
  callsOf,
  refusal,
  sender,
  type TestEmail,
  TO,
} from "@/tests/support/mail/bring-email";
import { rawEmail } from "@/tests/support/mail/email";
import { emailRules, newDomain, SMS_DOMAIN, setUpEmail } from "@/tests/support/mail/email-sender";
import { books, messagesOf, testAccount } from "@/tests/support/server/gateway";
import { NOON } from "@/tests/support/server/send";

useTestDatabase();

/** Returns the reply to a stranger. A stranger who claims to be a sender gets the same one. */
const strangerLine = (from: string) =>
  `5.7.1 ${from} is not on the list of senders of any account here, or the email passes neither DKIM nor SPF for ${from.slice(from.indexOf("@") + 1)}.`;

describe("an email from a sender on an account's list", () => {
  it("is sent as a text, paid for, and known by where it came from", async () => {
    const { accountId, from } = await sender({ rateCode: "mail", messageClass: "marketing" });
    const taken = await bring({ from, messageId: "<one@example.com>", text: "Kia ora\n-- \nAlice" });
    expect(taken).toMatchObject({ repeated: false, response: { summary: { total: 1, sent: 1, failed: 0 } } });
    const [message] = await messagesOf(accountId);
    expect(message).toMatchObject({
      body: "Kia ora",
      msisdn: "64211234567",
      sender: "552",
      rateCode: "mail",
    });
    expect(message?.messageClass).toBe("marketing");
    expect(await books(accountId)).toMatchObject({ entries: 2 });
    expect(await db().prisma.emailSubmission.findMany({ where: { sender: from } })).toEqual([
      { messageId: message?.id, sender: from, emailId: "<one@example.com>", subject: "Hi" },
    ]);
    expect(await callsOf(accountId)).toMatchObject([
      {
        status: 250,
        result: "Accepted: 1 text",
        recipient: "6421••••567",
        recipients: 1,
        messageId: message?.id,
      },
    ]);
  });

  it("is sent from the integration's shortcode", async () => {
    const { accountId, from } = await sender();
    const { id } = await db().prisma.shortcode.findUniqueOrThrow({ where: { number: "2190" } });
    await db().prisma.integration.updateMany({ where: { accountId }, data: { shortcodeId: id } });
    await bring({ from });
    expect(await messagesOf(accountId)).toMatchObject([{ sender: "2190" }]);
  });

  it("is sent to each of its numbers, however they are written", async () => {
    const { accountId, from } = await sender();
    const to = [`64211234567@${SMS_DOMAIN}`, `+64 22 123 4567@${SMS_DOMAIN}`, `0271234567@SMS.Example.net`];
    const raw = await rawEmail({ from, to: TO, text: "Kia ora" });
    const email = { raw, envelopeFrom: from, client: CLIENT, recipients: to };
    const taken = await submitEmail(db(), email, emailRules([from.slice(6)]), NOON);
    expect(taken.response.summary).toEqual({ total: 3, sent: 3, failed: 0 });
    const numbers = (await messagesOf(accountId)).map(({ msisdn }) => msisdn);
    expect(numbers.sort()).toEqual(["64211234567", "64221234567", "64271234567"]);
    expect(await db().prisma.emailSubmission.count({ where: { sender: from } })).toBe(3);
  });

  it("is cut at eleven parts, and is folded to GSM-7", async () => {
    const { accountId, from } = await sender();
    const taken = await bring({ from, text: `“Māori” ${"word ".repeat(500)}` });
    expect(taken.response.messages).toMatchObject([{ parts: 11, truncated: true }]);
    const [message] = await messagesOf(accountId);
    expect(message?.body.startsWith('"Maori" word')).toBe(true);
    expect(message?.body).toHaveLength(1683);
  });

  it("counts for its whole domain where that is on the list, but first for the account of the address", async () => {
    const domain = newDomain();
    const [company, alice] = [await testAccount(), await testAccount()];
    await setUpEmail(company.accountId, [`@${domain}`]);
    await setUpEmail(alice.accountId, [`alice@${domain}`]);
    await bring({ from: `alice@${domain}` });
    await bring({ from: `Bob@${domain}` });
    expect(await messagesOf(alice.accountId)).toHaveLength(1);
    expect(await messagesOf(company.accountId)).toHaveLength(1);
    const under = { from: `carol@mail.${domain}`, rules: emailRules([`mail.${domain}`]) };
    expect(await refusal(under)).toMatchObject({
      code: 550,
      line: expect.stringContaining("not on the list"),
    });
  });
});

describe("an email before anybody is known", () => {
  it("is read no further than its head", async () => {
    const read = vi.spyOn(reading, "readEmail");
    const { from, domain } = await sender();
    await refusal({ from: `bob@${newDomain()}` });
    await refusal({ from, client: null });
    await refusal({ from, headers: { "Auto-Submitted": "auto-replied" } });
    expect(read).not.toHaveBeenCalled();
    await bring({ from, signedBy: domain });
    expect(read).toHaveBeenCalledOnce();
    read.mockRestore();
  });

  it("is refused in the same words whether its sender is on a list or not", async () => {
    const { from } = await sender();
    const stranger = `bob@${newDomain()}`;
    expect(await refusal({ from, client: null })).toEqual({ code: 550, line: strangerLine(from) });
    expect(await refusal({ from: stranger })).toEqual({ code: 550, line: strangerLine(stranger) });
    const headers = { Precedence: "list" };
    expect(await refusal({ from: stranger, headers })).toEqual(await refusal({ from, headers }));
  });

  it("is noted once a minute where it is forged, so that the account's own calls stay", async () => {
    const { accountId, from } = await sender();
    await bring({ from });
    for (let count = 0; count < 3; count++) await refusal({ from, client: null });
    expect((await callsOf(accountId)).map(({ result }) => result)).toEqual([
      "Accepted: 1 text",
      expect.stringMatching(/passes neither DKIM nor SPF/),
    ]);
  });
});

describe("an account that sends too many emails", () => {
  it("is told to try again, and others are not", async () => {
    const { from } = await sender({}, 100_000_000n);
    const messageId = "<often@example.com>";
    for (let count = 0; count < 60; count++) await bring({ from, messageId });
    for (let count = 0; count < 3; count++) await refusal({ from, client: null });
    expect(await refusal({ from, messageId })).toEqual({
      code: 451,
      line: "4.7.1 This account sends too many emails. Try again in a minute.",
    });
    const other = await sender();
    expect(await bring({ from: other.from })).toMatchObject({ repeated: false });
  });
});

describe("an email that is refused", () => {
  test.each<[string, Partial<TestEmail>, number, RegExp]>([
    [
      "forged: another's server",
      { client: { ...CLIENT, address: "192.0.2.99" } },
      550,
      /^5\.7\.1 .*neither DKIM nor SPF/,
    ],
    ["forged: another's signature", { client: null, signedBy: "evil.example" }, 550, /^5\.7\.1 .*neither/],
    [
      "of an answering machine",
      { headers: { "Auto-Submitted": "auto-replied" } },
      550,
      /^5\.7\.1 .*automatic/,
    ],
    ["a report", { envelopeFrom: "" }, 550, /^5\.7\.1 .*report/],
    ["without a text", { text: "\u200b" }, 554, /^5\.6\.0 .*no text/],
  ])("sends nothing, and is in the account's log: %s", async (_, given, code, line) => {
    const { accountId, from } = await sender();
    expect(await refusal({ from, ...given })).toEqual({ code, line: expect.stringMatching(line) });
    expect(await messagesOf(accountId)).toEqual([]);
    expect(await callsOf(accountId)).toMatchObject([{ status: code, messageId: null }]);
  });

  test("signed alone, and brought to a number that it was not written to", async () => {
    const { accountId, from, domain } = await sender();
    const raw = await rawEmail({ from, to: "friend@example.org", text: "Kia ora", date: NOON }, domain);
    const email = { raw, envelopeFrom: from, client: null, recipients: [TO] };
    const reply = await submitEmail(db(), email, emailRules([]), NOON).then(() => null, smtpReply);
    expect(reply).toMatchObject({ code: 550, line: expect.stringContaining("does not cover") });
    expect(await messagesOf(accountId)).toEqual([]);
    const [noted] = await callsOf(accountId);
    expect(noted?.result).toContain("does not cover");
    expect(noted?.result).not.toMatch(/\d{6}/);
    expect(await bring({ from, signedBy: domain, client: null })).toMatchObject({ repeated: false });
  });

  test("name servers that do not answer: try again", async () => {
    const { from, domain } = await sender();
    const rules = emailRules([], { [`TXT ${domain}`]: "ETIMEOUT" });
    expect(await refusal({ from, rules })).toMatchObject({
      code: 451,
      line: expect.stringMatching(/^4\.4\.3 /),
    });
    expect(await bring({ from })).toMatchObject({ repeated: false });
  });

  test("email to SMS switched off", async () => {
    const { accountId, from } = await sender({ enabled: false });
    expect(await refusal({ from })).toMatchObject({
      code: 550,
      line: expect.stringContaining("switched off"),
    });
    expect(await callsOf(accountId)).toMatchObject([{ status: 550 }]);
  });

  test("an account without money, and one that is disabled", async () => {
    const poor = await sender({}, 10n);
    expect(await refusal({ from: poor.from })).toMatchObject({
      code: 550,
      line: expect.stringMatching(/^5\.7\.0 .*balance/),
    });
    const closed = await sender();
    await db().prisma.account.update({ where: { id: closed.accountId }, data: { status: "disabled" } });
    expect(await refusal({ from: closed.from })).toMatchObject({
      line: expect.stringContaining("not on the list"),
    });
  });

  test("a shortcode that the account may not send from any more", async () => {
    const owner = await testAccount();
    const { id } = await db().prisma.shortcode.create({ data: { number: "5599", ownerId: owner.accountId } });
    const { accountId, from } = await sender({ shortcodeId: id });
    expect(await refusal({ from })).toEqual({
      code: 550,
      line: "5.7.1 This account may not send from '5599'.",
    });
    expect(await messagesOf(accountId)).toEqual([]);
  });

  test("a sender that is on no list, or not confirmed", async () => {
    const domain = newDomain();
    const { accountId } = await testAccount();
    await setUpEmail(accountId, []);
    const waiting = { accountId, sender: `bob@${domain}`, addedAt: NOON };
    await db().prisma.emailSender.create({ data: waiting });
    for (const from of [`bob@${domain}`, `carol@${domain}`]) {
      expect(await refusal({ from })).toEqual({
        code: 550,
        line: strangerLine(from),
      });
    }
    expect(await callsOf(accountId)).toEqual([]);
  });

  test.each([
    ["another domain", "64211234567@elsewhere.example", 550, /^5\.7\.1 .*not an address of this server/],
    ["a domain under ours", `64211234567@x.${SMS_DOMAIN}`, 550, /^5\.7\.1/],
    ["no number", `alice@${SMS_DOMAIN}`, 550, /^5\.1\.1 .*phone number/],
    ["no @", "64211234567", 550, /^5\.7\.1/],
  ])("one to %s, with all it is to", async (_, to, code, line) => {
    const { accountId, from } = await sender();
    expect(await refusal({ from, to: [TO, to] })).toEqual({ code, line: expect.stringMatching(line) });
    expect(await messagesOf(accountId)).toEqual([]);
  });
});

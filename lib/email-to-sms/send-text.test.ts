import { dkimSign } from "mailauth/lib/dkim/sign.js";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { smtpReply } from "@/lib/email-to-sms/reading/refusal";
import { submitEmail } from "@/lib/email-to-sms/submit-email";
import { useTestDatabase } from "@/tests/support/database/database";
import { bring, CLIENT, callsOf, refusal, sender, TO } from "@/tests/support/mail/bring-email";
import { rawEmail, TEST_KEY } from "@/tests/support/mail/email";
import { emailRules, SMS_DOMAIN } from "@/tests/support/mail/email-sender";
import { messagesOf } from "@/tests/support/server/gateway";
import { NOON } from "@/tests/support/server/send";

useTestDatabase();

describe("the same email again", () => {
  it("is told what it was told and sent once, and mends what a crash left undone", async () => {
    const { accountId, from } = await sender();
    const given = { from, messageId: "<again@example.com>" };
    const first = await bring(given);
    await db().prisma.emailSubmission.deleteMany({ where: { sender: from } });
    const again = await bring(given);
    expect(again).toEqual({ ...first, repeated: true });
    expect(await messagesOf(accountId)).toHaveLength(1);
    expect(await db().prisma.emailSubmission.count({ where: { sender: from } })).toBe(1);
    expect((await callsOf(accountId)).map(({ result }) => result)).toEqual([
      "Accepted: 1 text",
      "Accepted before: 1 text",
    ]);
  });

  it("is sent once by two servers at once", async () => {
    const { accountId, from } = await sender();
    const given = { from, messageId: "<both@example.com>" };
    await Promise.all([bring(given), bring(given)]);
    expect(await messagesOf(accountId)).toHaveLength(1);
  });

  it("is sent to other numbers, which its mail server brings in goes of their own", async () => {
    const { accountId, from } = await sender();
    const messageId = "<goes@example.com>";
    await bring({ from, messageId });
    await bring({ from, messageId, to: [`64221234567@${SMS_DOMAIN}`] });
    expect(await messagesOf(accountId)).toHaveLength(2);
  });

  it("is another one where only its Message-ID is the same", async () => {
    const { accountId, from } = await sender();
    await bring({ from, messageId: "<same@example.com>" });
    const reply = await refusal({ from, messageId: "<same@example.com>", text: "Another" });
    expect(reply).toMatchObject({ code: 554, line: expect.stringContaining("was sent already") });
    expect(await messagesOf(accountId)).toHaveLength(1);
  });
});

describe("the same email again, otherwise", () => {
  const OTHER = `64221234567@${SMS_DOMAIN}`;

  it("is known with its numbers in another order, or twice", async () => {
    const { accountId, from } = await sender();
    const messageId = "<order@example.com>";
    const first = await bring({ from, messageId, to: [OTHER, TO] });
    for (const to of [
      [TO, OTHER],
      [OTHER, TO, `+64 21 123 4567@${SMS_DOMAIN}`],
    ]) {
      expect(await bring({ from, messageId, to })).toMatchObject({
        repeated: true,
        response: first.response,
      });
    }
    expect(await messagesOf(accountId)).toHaveLength(2);
  });

  it("is known after the account has changed its settings", async () => {
    const { accountId, from } = await sender();
    const given = { from, messageId: "<settings@example.com>", text: `“Māori” ${"word ".repeat(500)}` };
    const first = await bring(given);
    const { id } = await db().prisma.shortcode.findUniqueOrThrow({ where: { number: "2190" } });
    for (const data of [{ messageClass: "marketing" as const }, { rateCode: "mail" }, { shortcodeId: id }]) {
      await db().prisma.integration.updateMany({ where: { accountId }, data });
      expect(await bring(given)).toEqual({ ...first, repeated: true });
    }
    expect(await refusal({ ...given, text: "Another" })).toMatchObject({ code: 554 });
    expect(await messagesOf(accountId)).toHaveLength(1);
  });

  /** Delivers an email, whose only proof is a signature, from a foreign server some days later. */
  async function replay(raw: Buffer, days = 0) {
    const at = new Date(NOON.getTime() + days * 24 * 3_600_000);
    const client = { address: "203.0.113.9", helo: "evil" };
    const email = { raw, envelopeFrom: "mallory@evil.example", client, recipients: [TO] };
    return submitEmail(db(), email, emailRules([]), at).then(({ repeated }) => repeated, smtpReply);
  }

  it("is not sent twice by whoever has it, however long after", async () => {
    const { accountId, from, domain } = await sender();
    const raw = await rawEmail({ from, to: TO, cc: "bob@example.org", text: "Kia ora", date: NOON }, domain);
    expect(await replay(raw)).toBe(false);
    for (const days of [1, 5]) expect(await replay(raw, days)).toBe(true);
    for (const days of [7, 8, 16, 200]) {
      expect(await replay(raw, days)).toMatchObject({
        code: 550,
        line: expect.stringContaining("six days"),
      });
    }
    expect(await messagesOf(accountId)).toHaveLength(1);
  });

  it("is known by its signature where that leaves out the Message-ID, and by that where it came from its own server before", async () => {
    const { accountId, from, domain } = await sender();
    const plain = (id: string) =>
      [
        `From: ${from}`,
        `To: ${TO}`,
        `Date: ${NOON.toUTCString()}`,
        `Message-ID: <${id}@x>`,
        "",
        "Kia ora",
        "",
      ].join("\r\n");
    const key = { signingDomain: domain, selector: "test", privateKey: TEST_KEY, algorithm: "rsa-sha256" };
    const { signatures } = await dkimSign(plain("1"), {
      // Without it, the signer reads the clock twice, and a second may end in between.
      signTime: NOON,
      headerList: "From:To:Date",
      signatureData: [{ ...key, canonicalization: "relaxed/relaxed" }],
    } as never);
    const answers = [];
    for (const id of ["1", "2", "3"]) answers.push(await replay(Buffer.from(signatures + plain(id))));
    expect(answers).toEqual([false, true, true]);
    expect(await messagesOf(accountId)).toHaveLength(1);

    const mail = { from, to: TO, text: "Kia ora koutou", date: NOON, messageId: "<own@x>" };
    const raw = await rawEmail(mail, domain);
    const email = { raw, envelopeFrom: from, client: CLIENT, recipients: [TO] };
    expect(await submitEmail(db(), email, emailRules([domain]), NOON)).toMatchObject({ repeated: false });
    expect(await replay(raw, 3)).toBe(true);
    expect(await messagesOf(accountId)).toHaveLength(2);
  });
});

import { db } from "@/lib/db/client";
import { smtpReply } from "@/lib/email-to-sms/reading/refusal";
import type { EmailTaken } from "@/lib/email-to-sms/send-text";
import { submitEmail } from "@/lib/email-to-sms/submit-email";
import { MAIL_HOST, rawEmail } from "@/tests/support/mail/email";
import { emailRules, newDomain, SMS_DOMAIN, setUpEmail } from "@/tests/support/mail/email-sender";
import { testAccount } from "@/tests/support/server/gateway";
import { NOON } from "@/tests/support/server/send";

/** The server that emails of the tests come from. */
export const CLIENT = { address: MAIL_HOST, helo: "mail.example.com" };
export const TO = `64211234567@${SMS_DOMAIN}`;

/** An email of the tests, and its connection. */
export type TestEmail = {
  from: string;
  to?: string[];
  text?: string;
  envelopeFrom?: string;
  signedBy?: string;
  client?: typeof CLIENT | null;
  messageId?: string;
  headers?: Record<string, string>;
  rules?: ReturnType<typeof emailRules>;
};

/** Delivers an email at noon, by default from its own server. */
export async function bring(given: TestEmail): Promise<EmailTaken> {
  const { from, to = [TO], text = "Kia ora", envelopeFrom = from, client = CLIENT } = given;
  const mail = {
    from,
    to,
    text,
    messageId: given.messageId,
    headers: given.headers,
    subject: "Hi",
    date: NOON,
  };
  const raw = await rawEmail(mail, given.signedBy);
  const rules = given.rules ?? emailRules([from.slice(from.indexOf("@") + 1)]);
  return submitEmail(db(), { raw, envelopeFrom, client, recipients: to }, rules, NOON);
}

/** The reply to the mail server of a refused email. */
export const refusal = (given: TestEmail) => bring(given).then(() => null, smtpReply);

/** An account's log of calls, oldest first. */
export const callsOf = (accountId: number) =>
  db().prisma.integrationCall.findMany({ where: { accountId }, orderBy: { id: "asc" } });

/** Creates the only account with a sender on its list. */
export async function sender(overrides: Parameters<typeof setUpEmail>[2] = {}, balanceMicros = 10_000_000n) {
  const domain = newDomain();
  const { accountId } = await testAccount({ balanceMicros });
  const from = `alice@${domain}`;
  await setUpEmail(accountId, [from], overrides);
  return { accountId, from, domain };
}

import type { z } from "zod";
import {
  autoTopUpLimited,
  autoTopUpPaid,
  autoTopUpPaused,
  writeAutoTopUpLimited,
  writeAutoTopUpPaid,
  writeAutoTopUpPaused,
} from "@/lib/email/auto-top-up";
import {
  domainApproved,
  domainRejected,
  writeDomainApproved,
  writeDomainRejected,
} from "@/lib/email/domain-decided";
import { emailSender, writeEmailSender } from "@/lib/email/email-sender";
import { forwardedText, writeForwardedText } from "@/lib/email/forwarded-text";
import { invitation, writeInvitation } from "@/lib/email/invitation";
import { lowBalance, writeLowBalance } from "@/lib/email/low-balance";
import {
  passwordChanged,
  passwordReset,
  welcome,
  writePasswordChanged,
  writePasswordReset,
  writeWelcome,
} from "@/lib/email/password-emails";
import { smsReply, writeSmsReply } from "@/lib/email/sms-reply";
import { spendingAlert, writeSpendingAlert } from "@/lib/email/spending-alert";
import { webhookPaused, writeWebhookPaused } from "@/lib/email/webhook-paused";

/** The contents of an email. */
export type EmailText = {
  subject: string;
  text: string;
  /** The recipient, if it is not the account. */
  to?: string;
  /** The address for answers, if it is not the sender. */
  replyTo?: string;
  /** The `Message-ID` of the email that it answers. */
  answers?: string;
};

type Write = (details: unknown, appUrl: string | undefined, emailDomain: string | undefined) => EmailText;

function kind<Details>(
  schema: z.ZodType<Details>,
  write: (details: Details, appUrl: string | undefined) => EmailText,
): Write {
  return (details, appUrl) => write(schema.parse(details), appUrl);
}

/** The kinds of emails: the schema of the row's details, and the function that writes the text at its sending. */
const KINDS = {
  webhook_paused: kind(webhookPaused, writeWebhookPaused),
  low_balance: kind(lowBalance, writeLowBalance),
  spending_alert: kind(spendingAlert, writeSpendingAlert),
  auto_top_up_paid: kind(autoTopUpPaid, writeAutoTopUpPaid),
  auto_top_up_paused: kind(autoTopUpPaused, writeAutoTopUpPaused),
  auto_top_up_limited: kind(autoTopUpLimited, writeAutoTopUpLimited),
  domain_approved: kind(domainApproved, writeDomainApproved),
  domain_rejected: kind(domainRejected, writeDomainRejected),
  welcome: kind(welcome, writeWelcome),
  password_reset: kind(passwordReset, writePasswordReset),
  password_changed: kind(passwordChanged, writePasswordChanged),
  email_sender: kind(emailSender, writeEmailSender),
  forwarded_text: kind(forwardedText, writeForwardedText),
  invitation: kind(invitation, writeInvitation),
  sms_reply: ((details, _, emailDomain) => writeSmsReply(smsReply.parse(details), emailDomain)) as Write,
};

export type EmailKind = keyof typeof KINDS;

/** The kinds for the address of the sign-in only: they are about a password. */
export const FOR_THE_PERSON: readonly EmailKind[] = ["welcome", "password_reset", "password_changed"];

/** The kinds for the account's owner only, even if others get its notices. */
export const FOR_THE_OWNER: readonly EmailKind[] = ["forwarded_text"];

/**
 * Writes an email from its row. The subject is one line for any details.
 * @param appUrl the address of this installation, if it is set.
 * @param emailDomain the domain behind the @ of every number, if it is set.
 * @throws Error if the kind is unknown or the details do not fit it: another version wrote them.
 */
export function writeEmail(
  kindName: string,
  details: unknown,
  appUrl: string | undefined,
  emailDomain?: string | undefined,
): EmailText {
  if (!Object.hasOwn(KINDS, kindName)) throw new Error("There is no such kind of email.");
  const { subject, ...written } = KINDS[kindName as EmailKind](details, appUrl, emailDomain);
  return { subject: subject.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " "), ...written };
}

import type { z } from "zod";
import {
  domainApproved,
  domainRejected,
  writeDomainApproved,
  writeDomainRejected,
} from "@/lib/email/domain-decided";
import { lowBalance, writeLowBalance } from "@/lib/email/low-balance";
import {
  passwordChanged,
  passwordReset,
  welcome,
  writePasswordChanged,
  writePasswordReset,
  writeWelcome,
} from "@/lib/email/password-emails";
import { webhookPaused, writeWebhookPaused } from "@/lib/email/webhook-paused";

/** What an e-mail says. */
export type EmailText = { subject: string; text: string };

type Write = (details: unknown, appUrl: string | undefined) => EmailText;

function kind<Details>(
  schema: z.ZodType<Details>,
  write: (details: Details, appUrl: string | undefined) => EmailText,
): Write {
  return (details, appUrl) => write(schema.parse(details), appUrl);
}

/** Every kind of e-mail there is: what its row must tell, and the text that is made of it when it is sent. */
const KINDS = {
  webhook_paused: kind(webhookPaused, writeWebhookPaused),
  low_balance: kind(lowBalance, writeLowBalance),
  domain_approved: kind(domainApproved, writeDomainApproved),
  domain_rejected: kind(domainRejected, writeDomainRejected),
  welcome: kind(welcome, writeWelcome),
  password_reset: kind(passwordReset, writePasswordReset),
  password_changed: kind(passwordChanged, writePasswordChanged),
};

export type EmailKind = keyof typeof KINDS;

/** What goes to the account's own address alone, whoever else has its notices. */
export const FOR_THE_HOLDER: readonly EmailKind[] = ["welcome", "password_reset", "password_changed"];

/**
 * Makes an e-mail of its row. The subject is one line whatever the details are.
 * @param appUrl where people reach this installation, if that is said.
 * @throws Error when there is no such kind or the details are not its own: another version wrote them.
 */
export function writeEmail(kindName: string, details: unknown, appUrl: string | undefined): EmailText {
  if (!Object.hasOwn(KINDS, kindName)) throw new Error("There is no such kind of e-mail.");
  const { subject, text } = KINDS[kindName as EmailKind](details, appUrl);
  return { subject: subject.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " "), text };
}

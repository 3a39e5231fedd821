import { readFileSync } from "node:fs";
import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import type { Resolver } from "@/lib/email-to-sms/authenticate";
import { systemNameServers } from "@/lib/email-to-sms/name-servers";
import { smtpReply } from "@/lib/email-to-sms/reading/refusal";
import { submitEmail } from "@/lib/email-to-sms/submit-email";
import type { Env } from "@/lib/env";
import { sendRules } from "@/lib/messages/send-rules";
import { CommandError } from "@/server/base/command-error";
import { type SmtpListener, startSmtpListener } from "@/server/smtp/smtp-listener";

/**
 * Listens for email to SMS if `EMAIL_TO_SMS_DOMAIN` names the domain; otherwise returns null.
 * @throws CommandError if the port or the certificate cannot be used.
 */
export async function startEmailToSms(
  env: Env,
  resolver: Resolver = systemNameServers(),
): Promise<SmtpListener | null> {
  const { emailToSmsDomain: domain, emailToSmsTls: tls, emailToSmsPort: port, host } = env;
  if (domain === undefined) return null;
  const statusOf = (error: unknown) => (error === null ? 250 : smtpReply(error).code);
  return startSmtpListener({
    domain,
    port,
    host,
    tls: tls ? { cert: readPem(tls.certFile), key: readPem(tls.keyFile) } : null,
    submit: async (email) => {
      const rules = { domain, resolver, statusOf, send: sendRules() };
      const taken = await submitEmail(db(), email, rules, now());
      return taken.response.summary.sent;
    },
  });
}

function readPem(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      `Cannot read ${file} (${code}). Set EMAIL_TO_SMS_TLS_CERT and EMAIL_TO_SMS_TLS_KEY to files that can be read.`,
    );
  }
}

import { databaseOfAccount } from "@/lib/db/cells/cells";
import { db } from "@/lib/db/client";
import { smtpReply } from "@/lib/email-to-sms/reading/refusal";
import type { EmailRules } from "@/lib/email-to-sms/submit-email";
import { NO_NIGHT, TEST_SECRET } from "@/tests/support/database/submission";
import { MAIL_HOST, nameServers } from "@/tests/support/mail/email";

/** The domain of every number's address in the tests. */
export const SMS_DOMAIN = "sms.example.net";

let domains = 0;

/** Returns a domain that no other test of the file has. */
export function newDomain(): string {
  return `company${++domains}.example`;
}

/** Sets up an account to send texts by email, with these senders on its list. */
export async function setUpEmail(
  accountId: number,
  senders: readonly string[],
  overrides: { enabled?: boolean; rateCode?: string; messageClass?: "marketing"; shortcodeId?: number } = {},
): Promise<void> {
  const createdAt = new Date();
  const { prisma } = databaseOfAccount(db(), accountId);
  await prisma.integration.create({
    data: { accountId, kind: "email_to_sms", createdAt, ...overrides },
  });
  for (const sender of senders) {
    await prisma.emailSender.create({
      data: { accountId, sender, addedAt: createdAt, confirmedAt: createdAt },
    });
  }
}

/** Returns rules without a night. The name servers list `MAIL_HOST` as the server of the given domains. */
export function emailRules(
  ofHost: readonly string[],
  records: Record<string, string[] | string> = {},
): EmailRules {
  const spf = Object.fromEntries(ofHost.map((domain) => [`TXT ${domain}`, [`v=spf1 ip4:${MAIL_HOST} -all`]]));
  return {
    domain: SMS_DOMAIN,
    send: {
      maxRecipients: 100,
      quiet: NO_NIGHT,
      authSecret: TEST_SECRET,
      validityMinutes: { otp: 10, other: 1_440 },
    },
    resolver: nameServers({ ...spf, ...records }).resolver,
    statusOf: (error) => (error === null ? 250 : smtpReply(error).code),
  };
}

import { z } from "zod";
import type { EmailText } from "@/lib/email/email-kinds";
import { MissingAppUrl } from "@/lib/email/missing-app-url";
import { plainName, shownHost } from "@/lib/email/plain-text";

/**
 * A link to confirm a sender of texts by email: its recipient, the sender, and the requesting account. It is
 * encrypted in the row.
 */
export const emailSender = z.object({
  to: z.string(),
  sender: z.string(),
  account: z.string(),
  token: z.string(),
});

/**
 * Writes the email with the link, to the address itself or to the postmaster of the domain.
 * @throws MissingAppUrl if the installation does not know its own address.
 */
export function writeEmailSender(
  { to, sender, account, token }: z.infer<typeof emailSender>,
  appUrl: string | undefined,
): EmailText {
  if (appUrl === undefined) throw new MissingAppUrl();
  // The part before the @ is free text, so it is not shown. The email goes to that address anyway.
  const whose = sender.startsWith("@") ? `any address at ${shownHost(sender.slice(1))}` : "this address";
  return {
    to,
    subject: `Confirm: send emails from ${whose} as texts`,
    text: `Hello,

The account "${plainName(account)}" wants to send emails from ${whose} as texts. To allow it, open this link within three days and confirm:

  ${appUrl}/confirm-email-sender?token=${encodeURIComponent(token)}

If you don't recognise this, ignore this email. Without your confirmation, these emails are refused.
`,
  };
}

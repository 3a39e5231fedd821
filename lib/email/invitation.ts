import { z } from "zod";
import type { EmailText } from "@/lib/email/email-kinds";
import { MissingAppUrl } from "@/lib/email/missing-app-url";
import { plainName } from "@/lib/email/plain-text";

/** A link to join an account: its recipient, and the inviting account. It is encrypted in the row. */
export const invitation = z.object({
  to: z.string(),
  account: z.string(),
  role: z.string(),
  token: z.string(),
});

/**
 * Writes the email with the link of an invitation.
 * @throws MissingAppUrl if the installation does not know its own address.
 */
export function writeInvitation(
  { to, account, role, token }: z.infer<typeof invitation>,
  appUrl: string | undefined,
): EmailText {
  if (appUrl === undefined) throw new MissingAppUrl();
  return {
    to,
    subject: "You are invited to an account",
    text: `Hello,

The account "${plainName(account)}" invited you, with the role ${role}. To accept, open this link within seven days:

  ${appUrl}/join?token=${encodeURIComponent(token)}

If you don't recognise this, ignore this email. You won't be added unless you accept.
`,
  };
}

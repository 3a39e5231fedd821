import { z } from "zod";
import type { EmailText } from "@/lib/email/email-kinds";

/** What a phone has answered to a text that came by email, and which email that was. Encrypted in the row. */
export const smsReply = z.object({
  to: z.string(),
  number: z.string().regex(/^\d+$/),
  text: z.string(),
  /** The `Message-ID` and the subject of the email, where it had them. */
  emailId: z.string().nullable(),
  subject: z.string().nullable(),
});

/**
 * The email with the answer, in the thread of the one that was sent.
 * @param emailDomain behind the @ of every number; without one nothing can be answered to it.
 */
export function writeSmsReply(
  { to, number, text, emailId, subject }: z.infer<typeof smsReply>,
  emailDomain: string | undefined,
): EmailText {
  const about = subject ?? `Text to +${number}`;
  return {
    to,
    subject: /^re:/i.test(about) ? about : `Re: ${about}`,
    text: `${text}

-- 
A text from +${number}.${emailDomain === undefined ? "" : " Reply to this email to reply by text."}
`,
    ...(emailDomain === undefined ? {} : { replyTo: `${number}@${emailDomain}` }),
    ...(emailId === null ? {} : { answers: emailId }),
  };
}

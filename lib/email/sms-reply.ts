import { z } from "zod";
import type { EmailText } from "@/lib/email/email-kinds";

/** The answer of a phone to a text that came by email, and that email. It is encrypted in the row. */
export const smsReply = z.object({
  to: z.string(),
  number: z.string().regex(/^\d+$/),
  text: z.string(),
  /** The `Message-ID` and the subject of the email, if it had them. */
  emailId: z.string().nullable(),
  subject: z.string().nullable(),
});

/**
 * Writes the email with the answer, in the thread of the sent email.
 * @param emailDomain the domain behind the @ of every number. Without one, the email cannot be answered.
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

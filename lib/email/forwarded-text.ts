import { z } from "zod";
import type { EmailText } from "@/lib/email/email-kinds";

/** A text that a rule emails to its account (rules: forwarded texts). It is encrypted in the row. */
export const forwardedText = z.object({
  number: z.string(),
  shortcode: z.string(),
  text: z.string(),
  /** The rule's name. */
  rule: z.string(),
});

/**
 * Writes the email with the text.
 * @param appUrl the address of this installation. Without it no page is named.
 */
export function writeForwardedText(
  { number, shortcode, text, rule }: z.infer<typeof forwardedText>,
  appUrl: string | undefined,
): EmailText {
  const from = /^\d+$/.test(number) ? `+${number}` : number;
  const page = appUrl === undefined ? "" : ` Reply at ${appUrl}/inbox/${encodeURIComponent(number)}.`;
  return {
    subject: `Text from ${from} to ${shortcode}`,
    text: `${text}

-- 
A text from ${from}, emailed by your auto reply ${rule}.${page}
`,
  };
}

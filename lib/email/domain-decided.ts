import { z } from "zod";
import { shownHost } from "@/lib/email/plain-text";

/** A domain that was approved, and how many messages that let go. */
export const domainApproved = z.object({ domain: z.string(), released: z.int() });

/** A domain that was refused, why, and how many messages were deleted. */
export const domainRejected = z.object({ domain: z.string(), reason: z.string(), discarded: z.int() });

const MORE = (appUrl: string | undefined) => (appUrl === undefined ? "" : `\n${appUrl}/domains\n`);

/** The email about an approved domain: what it covers, and what becomes of what was held. */
export function writeDomainApproved(
  { domain: given, released }: z.infer<typeof domainApproved>,
  appUrl: string | undefined,
): { subject: string; text: string } {
  const domain = shownHost(given);
  const held =
    released === 0
      ? ""
      : `\n${released === 1 ? "The message held for it is" : `The ${released} messages held for it are`} being sent now. At night, messages to New Zealand numbers wait until morning.\n`;
  return {
    subject: `${domain} is approved`,
    text: `Hello,

${domain} is approved. Your messages can now link to it and its subdomains.
${held}${MORE(appUrl)}`,
  };
}

/** The email about a refused domain: why, and that its messages were deleted with their money back. */
export function writeDomainRejected(
  { domain: given, reason, discarded }: z.infer<typeof domainRejected>,
  appUrl: string | undefined,
): { subject: string; text: string } {
  const domain = shownHost(given);
  const deleted =
    discarded === 0
      ? ""
      : `\n${discarded === 1 ? "The message held for it was deleted and its cost" : `The ${discarded} messages held for it were deleted and their cost`} refunded to your balance.\n`;
  return {
    subject: `${domain} is not approved`,
    text: `Hello,

${domain} is not approved for links in your messages. The reason:

  ${reason}
${deleted}
You can request it again once this changes.
${MORE(appUrl)}`,
  };
}

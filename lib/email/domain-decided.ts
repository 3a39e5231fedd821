import { z } from "zod";
import { shownHost } from "@/lib/email/plain-text";

/** An approved domain, and the number of released messages. */
export const domainApproved = z.object({ domain: z.string(), released: z.int() });

/** A rejected domain, the reason, and the number of deleted messages. */
export const domainRejected = z.object({ domain: z.string(), reason: z.string(), discarded: z.int() });

const MORE = (appUrl: string | undefined) => (appUrl === undefined ? "" : `\n${appUrl}/domains\n`);

/** Writes the email about an approved domain: its scope, and the release of held messages. */
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

/** Writes the email about a rejected domain: the reason, and the refund of its deleted messages. */
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

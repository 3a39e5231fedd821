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
      : `\n${released === 1 ? "The message that was held for it goes" : `The ${released} messages that were held for it go`} out now, those to New Zealand numbers not before the morning if it is night there.\n`;
  return {
    subject: `You may link to ${domain}`,
    text: `Hello,

${domain} has been approved: your messages may link to it and to every host under it.
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
      : `\n${discarded === 1 ? "The message that was held for it has" : `The ${discarded} messages that were held for it have`} been deleted, and what ${discarded === 1 ? "it" : "they"} cost is back on your balance.\n`;
  return {
    subject: `${domain} has not been approved`,
    text: `Hello,

${domain} has not been approved for links in your messages:

  ${reason}
${deleted}
You may ask for it again once that has changed.
${MORE(appUrl)}`,
  };
}

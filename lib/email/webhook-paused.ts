import { z } from "zod";
import { shownHost } from "@/lib/email/plain-text";
import { formatNz } from "@/lib/sms/nz-time";

/** What is told of a webhook that has been paused (rules: paused webhooks). */
export const webhookPaused = z.object({
  kind: z.enum(["inbound", "report"]),
  url: z.string(),
  /** Since when every attempt has failed. */
  since: z.iso.datetime({ offset: true }),
});

const EVENTS = { inbound: "inbound messages", report: "delivery reports" };
const REGISTERED_AT = { inbound: "/gateway/sms/in", report: "/gateway/sms/status" };

/**
 * The email about a paused webhook: which, since when, that nothing is lost, and how it goes on. Of the URL it has the
 * host alone: a receiver may know us by a token in the rest.
 * @param appUrl where people reach this installation; without it paths are named alone.
 */
export function writeWebhookPaused(
  { kind, url, since }: z.infer<typeof webhookPaused>,
  appUrl: string | undefined,
): { subject: string; text: string } {
  const at = formatNz(new Date(since));
  const base = appUrl ?? "";
  const ways = [
    `register its URL again: POST ${base}${REGISTERED_AT[kind]}, or ${base}/gateway/configure for one URL that receives everything`,
    `or have whoever runs this gateway enter: npm run webhooks -- resume --email <your email address> --kind ${kind}`,
  ];
  if (appUrl !== undefined) ways.unshift(`open ${appUrl}/webhooks`);
  return {
    subject: `Your webhook for ${EVENTS[kind]} is paused`,
    text: `Hello,

your webhook for ${EVENTS[kind]} is paused. Every attempt to deliver to it has failed since ${at} New Zealand time:

  ${shownHost(new URL(url).hostname)}

Nothing is lost: events are kept while it is paused, and are sent when it is resumed. To resume it, once its receiver works again,

${ways.map((way) => `- ${way}`).join("\n")}

An event whose last attempt had failed before the pause is sent again by a replay alone:

  npm run webhooks -- replay --email <your email address> --since "${at}"
`,
  };
}

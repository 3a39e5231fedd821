import { z } from "zod";
import { givenName } from "@/lib/contracts/base/parameters";
import { ENDPOINT_NAME_LENGTH } from "@/lib/contracts/base/values";
import { plainName, shownHost } from "@/lib/email/plain-text";
import { formatNz } from "@/lib/sms/nz-time";

/** The details of a paused webhook (rules: paused webhooks). */
export const webhookPaused = z.object({
  kind: z.enum(["inbound", "report", "further"]),
  /** The name of a further endpoint. */
  name: givenName(ENDPOINT_NAME_LENGTH).optional(),
  url: z.string(),
  /** The start of the failed attempts. */
  since: z.iso.datetime({ offset: true }),
});

const EVENTS = { inbound: "inbound messages", report: "delivery reports" };
const REGISTERED_AT = { inbound: "/gateway/sms/in", report: "/gateway/sms/status" };

/**
 * Writes the email about a paused webhook: the endpoint, the start, the stored events, and the way to resume. It
 * shows only the host of the URL: the rest may have a token of the receiver. It shows only plain characters of an
 * endpoint's name: the addresses for notices may be a stranger's.
 * @param appUrl the address of this installation. Without it, only paths are named.
 */
export function writeWebhookPaused(
  { kind, name, url, since }: z.infer<typeof webhookPaused>,
  appUrl: string | undefined,
): { subject: string; text: string } {
  const at = formatNz(new Date(since));
  const base = appUrl ?? "";
  const shown = plainName(name ?? "");
  const which = kind === "further" ? `webhook endpoint ${shown}`.trim() : `webhook for ${EVENTS[kind]}`;
  const resume = "npm run webhooks -- resume --email <your email address>";
  // The command finds the endpoint only by its whole name. A shortened name would find none.
  const named = shown !== "" && shown === name ? shown : "<name of the endpoint>";
  const ways =
    kind === "further"
      ? [`or ask your provider to run: ${resume} --name "${named}"`]
      : [
          `register its URL again: POST ${base}${REGISTERED_AT[kind]}, or ${base}/gateway/configure to use one URL for everything`,
          `or ask your provider to run: ${resume} --kind ${kind}`,
        ];
  if (appUrl !== undefined) ways.unshift(`open ${appUrl}/webhooks`);
  return {
    subject: `Your ${which} is paused`,
    text: `Hello,

Your ${which} is paused. Every attempt has failed since ${at} NZ time:

  ${shownHost(new URL(url).hostname)}

Nothing is lost. Events are on hold and will be sent when you resume. Fix your endpoint, then resume the webhook:

${ways.map((way) => `- ${way}`).join("\n")}

Events that failed before the pause need a replay:

  npm run webhooks -- replay --email <your email address> --since "${at}"
`,
  };
}

import { readWebhooks, setWebhook } from "@/lib/contracts/members/webhooks";
import { env } from "@/lib/env";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { parseWebhookUrl } from "@/lib/webhooks/delivery/url";
import { readEndpoints } from "@/lib/webhooks/read-endpoints";
import { setWebhookUrl } from "@/lib/webhooks/register";

/** Where the account's events go, and where they shall go. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(readWebhooks, ({ db, member, now }) => readEndpoints(db, member.accountId, now)),
  POST: member(setWebhook, "webhook_registered", async (tx, { member, input, now }) => {
    const url = parseWebhookUrl(input.url, env().webhookPrivateHosts, "url");
    const details = await setWebhookUrl(tx, member.accountId, { kind: input.kind, url }, now);
    return { details, answer: { success: true, url: url.href } };
  }),
});

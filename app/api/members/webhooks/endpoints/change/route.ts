import { changeFurtherEndpoint } from "@/lib/contracts/members/further-endpoints";
import { env } from "@/lib/env";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { parseWebhookUrl } from "@/lib/webhooks/delivery/url";
import { changeEndpoint } from "@/lib/webhooks/further/change-endpoints";

/** Writes a further webhook endpoint anew. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(changeFurtherEndpoint, "webhook_changed", async (tx, { member, input, now }) => {
    const url = parseWebhookUrl(input.url, env().webhookPrivateHosts, "url");
    await changeEndpoint(tx, member.accountId, { ...input, url: url.href }, now);
    return { details: { name: input.name, host: url.origin } };
  }),
});

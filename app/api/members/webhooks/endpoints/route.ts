import { addFurtherEndpoint, listFurtherEndpoints } from "@/lib/contracts/members/further-endpoints";
import { env } from "@/lib/env";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { parseWebhookUrl } from "@/lib/webhooks/delivery/url";
import { addEndpoint } from "@/lib/webhooks/further/change-endpoints";
import { readFurther } from "@/lib/webhooks/further/read-further";

/** The account's further webhook endpoints, and one more. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(listFurtherEndpoints, ({ db, member }) => readFurther(db, member.accountId)),
  POST: member(addFurtherEndpoint, "webhook_added", async (tx, { member, input, now }) => {
    const url = parseWebhookUrl(input.url, env().webhookPrivateHosts, "url");
    const id = await addEndpoint(tx, member.accountId, { ...input, url: url.href }, now);
    return { details: { name: input.name, host: url.origin }, answer: { success: true, id } };
  }),
});

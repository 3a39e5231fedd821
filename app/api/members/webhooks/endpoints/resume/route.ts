import { resumeFurtherEndpoint } from "@/lib/contracts/members/further-endpoints";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { findEndpoint } from "@/lib/webhooks/endpoint/find-endpoint";
import { resumeWebhook } from "@/lib/webhooks/register";

/** Lets events go to a paused further webhook endpoint again. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(resumeFurtherEndpoint, "webhook_resumed", async (tx, { member, input, now }) => {
    const { key, name } = await findEndpoint(tx, member.accountId, input.id);
    await resumeWebhook(tx, key, now);
    return { details: { name } };
  }),
});

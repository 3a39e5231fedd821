import { resumeWebhookOperation } from "@/lib/contracts/members/webhooks";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { endpointOf } from "@/lib/webhooks/endpoint/endpoint-key";
import { resumeWebhook } from "@/lib/webhooks/register";

/** Lets events go to a paused webhook again. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(resumeWebhookOperation, "webhook_resumed", async (tx, { member, input: { kind }, now }) => {
    await resumeWebhook(tx, endpointOf(member.accountId, kind), now);
    return { details: { kind } };
  }),
});

import { removeWebhookOperation } from "@/lib/contracts/members/webhooks";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { endpointOf } from "@/lib/webhooks/endpoint/endpoint-key";
import { removeWebhook } from "@/lib/webhooks/remove";

/** Takes a webhook away. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(removeWebhookOperation, "webhook_removed", async (tx, { member, input: { kind } }) => {
    const ended = await removeWebhook(tx, endpointOf(member.accountId, kind));
    return { details: { kind, endedEvents: ended }, answer: { success: true, ended } };
  }),
});

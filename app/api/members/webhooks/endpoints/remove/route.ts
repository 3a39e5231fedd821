import { removeFurtherEndpoint } from "@/lib/contracts/members/webhooks/further-endpoints";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { findEndpoint } from "@/lib/webhooks/endpoint/find-endpoint";
import { removeWebhook } from "@/lib/webhooks/remove";

/** Takes a further webhook endpoint away. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(removeFurtherEndpoint, "webhook_removed", async (tx, { member, input }) => {
    const { key, name } = await findEndpoint(tx, member.accountId, input.id);
    const ended = await removeWebhook(tx, key);
    return { details: { name, endedEvents: ended }, answer: { success: true, ended } };
  }),
});

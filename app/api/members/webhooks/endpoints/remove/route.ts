import { removeFurtherEndpoint } from "@/lib/contracts/members/further-endpoints";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { requireEndpointUnused } from "@/lib/replies/rules/named-by-rules";
import { findEndpoint } from "@/lib/webhooks/endpoint/find-endpoint";
import { removeWebhook } from "@/lib/webhooks/remove";

/** Takes a further webhook endpoint away, unless an auto reply uses it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(removeFurtherEndpoint, "webhook_removed", async (tx, { member, input }) => {
    const { key, name } = await findEndpoint(tx, member.accountId, input.id);
    await requireEndpointUnused(tx, member.accountId, input.id);
    const ended = await removeWebhook(tx, key);
    return { details: { name, endedEvents: ended }, answer: { success: true, ended } };
  }),
});

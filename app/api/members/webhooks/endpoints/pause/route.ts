import { pauseFurtherEndpoint } from "@/lib/contracts/members/further-endpoints";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { pauseEndpoint } from "@/lib/webhooks/further/change-endpoints";

/** Keeps the events of a further webhook endpoint until it is resumed. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(pauseFurtherEndpoint, "webhook_paused", async (tx, { member, input, now }) => {
    return { details: { name: await pauseEndpoint(tx, member.accountId, input.id, now) } };
  }),
});

import { resendDeliveryOperation } from "@/lib/contracts/members/webhooks";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { resendOwnDelivery } from "@/lib/webhooks/replay";

/** Sends an event again. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(resendDeliveryOperation, "webhook_replayed", async (tx, { member, input: { id }, now }) => {
    await resendOwnDelivery(tx, member.accountId, id, now);
    return { details: { delivery: id } };
  }),
});

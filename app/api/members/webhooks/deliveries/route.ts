import { listDeliveries as listDeliveriesOperation } from "@/lib/contracts/members/webhooks";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { listDeliveries } from "@/lib/webhooks/list-deliveries";

/** The account's events on their way. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(
    listDeliveriesOperation,
    ({ db, member, input }) => listDeliveries(db, member.accountId, input),
    "long",
  ),
});

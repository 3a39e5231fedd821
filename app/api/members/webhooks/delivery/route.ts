import { readDelivery as readDeliveryOperation } from "@/lib/contracts/members/webhooks";
import { authSecret } from "@/lib/crypto/auth-secret";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { readDelivery } from "@/lib/webhooks/read-delivery";

/** One event on its way, with its request and the last response. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(readDeliveryOperation, ({ db, member, input, now }) =>
    readDelivery(db, { accountId: member.accountId, id: input.id }, authSecret(), now),
  ),
});

import { testFurtherEndpoint } from "@/lib/contracts/members/further-endpoints";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { currentWebhookOptions } from "@/lib/webhooks/delivery/current";
import { sendFurtherTest } from "@/lib/webhooks/send-test";

/** Sends a test event to a further webhook endpoint, and says what came back. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(
    testFurtherEndpoint,
    ({ db, member, input, now }) =>
      sendFurtherTest(db, { accountId: member.accountId, id: input.id }, currentWebhookOptions(), now),
    "at-once",
  ),
});

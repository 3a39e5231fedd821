import { testWebhook } from "@/lib/contracts/members/webhooks";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { currentWebhookOptions } from "@/lib/webhooks/delivery/current";
import { sendTestEvent } from "@/lib/webhooks/send-test";

/** Sends a test event to a webhook, and says what came back. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(
    testWebhook,
    ({ db, member, input, now }) =>
      sendTestEvent(db, { accountId: member.accountId, kind: input.kind }, currentWebhookOptions(), now),
    "at-once",
  ),
});

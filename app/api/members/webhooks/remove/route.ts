import { recordActivity } from "@/lib/accounts/record-activity";
import { removeWebhookOperation } from "@/lib/contracts/members/webhooks";
import { GatewayError } from "@/lib/errors";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { removeWebhook } from "@/lib/webhooks/remove";

/** Takes a webhook away. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(removeWebhookOperation, async ({ db, member, actor, input, now }) => {
    const ended = await removeWebhook(db, member.accountId, input.kind);
    if (ended === null) throw new GatewayError("not_found", "There is no such webhook.");
    const details = { kind: input.kind, endedEvents: ended };
    await recordActivity(db, member.accountId, actor, "webhook_removed", details, now);
    return { success: true as const, ended };
  }),
});

import { recordActivity } from "@/lib/accounts/record-activity";
import { resendDeliveryOperation } from "@/lib/contracts/members/webhooks";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { runSoon } from "@/lib/jobs/run-soon";
import { resendOwnDelivery } from "@/lib/webhooks/replay";

/** Sends an event again. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(resendDeliveryOperation, async ({ db, member, actor, input, now }) => {
    await resendOwnDelivery(db, member.accountId, input.id, now);
    const details = { delivery: input.id };
    await recordActivity(db, member.accountId, actor, "webhook_replayed", details, now);
    runSoon("webhooks");
    return { success: true as const };
  }),
});

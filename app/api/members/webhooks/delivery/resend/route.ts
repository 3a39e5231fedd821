import { resendDeliveryOperation } from "@/lib/contracts/members/webhooks";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { runSoon } from "@/lib/jobs/run-soon";
import { resendOwnDelivery } from "@/lib/webhooks/replay";

/** Sends an event again. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(resendDeliveryOperation, async ({ change, member, input, now }) => {
    await change(async (tx, write) => {
      await resendOwnDelivery(tx, member.accountId, input.id, now);
      await write("webhook_replayed", { delivery: input.id });
    });
    runSoon("webhooks");
    return { success: true as const };
  }),
});

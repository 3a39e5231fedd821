import { recordActivity } from "@/lib/accounts/record-activity";
import { resumeWebhookOperation } from "@/lib/contracts/members/webhooks";
import { GatewayError } from "@/lib/errors";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { runSoon } from "@/lib/jobs/run-soon";
import { resumeWebhook } from "@/lib/webhooks/register";

/** Lets events go to a paused webhook again. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(resumeWebhookOperation, async ({ db, member, actor, input, now }) => {
    if (!(await resumeWebhook(db, member.accountId, input.kind, now)))
      throw new GatewayError("conflict", "This webhook is not paused.");
    await recordActivity(db, member.accountId, actor, "webhook_resumed", { kind: input.kind }, now);
    runSoon("webhooks");
    return { success: true as const };
  }),
});

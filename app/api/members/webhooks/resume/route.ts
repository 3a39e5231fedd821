import { resumeWebhookOperation } from "@/lib/contracts/members/webhooks";
import { GatewayError } from "@/lib/errors";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { runSoon } from "@/lib/jobs/run-soon";
import { openAgain, requeue } from "@/lib/webhooks/register";

/** Lets events go to a paused webhook again. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(resumeWebhookOperation, async ({ db, change, member, input: { kind }, now }) => {
    await change(async (tx, write) => {
      if (!(await openAgain(tx, member.accountId, kind)))
        throw new GatewayError("conflict", "This webhook is not paused.");
      await write("webhook_resumed", { kind });
    });
    await requeue(db, member.accountId, [kind], now);
    runSoon("webhooks");
    return { success: true as const };
  }),
});

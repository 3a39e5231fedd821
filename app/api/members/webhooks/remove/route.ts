import { removeWebhookOperation } from "@/lib/contracts/members/webhooks";
import { tryAfterCommit } from "@/lib/db/after-commit";
import { GatewayError } from "@/lib/errors";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { endEvents, removeWebhook } from "@/lib/webhooks/remove";

/** Takes a webhook away. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(removeWebhookOperation, async ({ db, change, member, input: { kind } }) => {
    const ended = await change(async (tx, write) => {
      const endedEvents = await removeWebhook(tx, member.accountId, kind);
      if (endedEvents === null) throw new GatewayError("not_found", "There is no such webhook.");
      await write("webhook_removed", { kind, endedEvents });
      return endedEvents;
    });
    const end = () => endEvents(db, member.accountId, kind);
    await tryAfterCommit(end, undefined, "events of a removed webhook wait for the sweep");
    return { success: true as const, ended };
  }),
});

import { INTEGRATIONS } from "@/lib/contracts/integrations/integration-kind";
import {
  readTopics as readTopicsOperation,
  saveTopicOperation,
} from "@/lib/contracts/members/integration-topics";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { readTopics, saveTopic } from "@/lib/integrations/manage/topics";

/** What each event of an order sends. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(readTopicsOperation, ({ db, member }) => readTopics(db, member.accountId)),
  POST: member(saveTopicOperation, async ({ change, member, input }) => {
    await change(async (tx, write) => {
      const details = await saveTopic(tx, member.accountId, input);
      if (Object.keys(details).length === 0) return;
      await write("integration_changed", { integration: INTEGRATIONS.storefront.title, ...details });
    });
    return { success: true as const };
  }),
});

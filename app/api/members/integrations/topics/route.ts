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
  POST: member(saveTopicOperation, "integration_changed", async (tx, { member, input }) => {
    const changed = await saveTopic(tx, member.accountId, input);
    return { details: changed && { integration: INTEGRATIONS.storefront.title, ...changed } };
  }),
});

import { deleteKey } from "@/lib/accounts/api-keys";
import { recordActivity } from "@/lib/accounts/record-activity";
import { deleteApiKeyOperation } from "@/lib/contracts/members/api-keys";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Deletes an API key; its tokens end at once. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(deleteApiKeyOperation, async ({ db, member, actor, input, now }) => {
    const { name } = await deleteKey(db, member.accountId, input.id);
    await recordActivity(db, member.accountId, actor, "api_key_deleted", { name }, now);
    return { success: true as const };
  }),
});

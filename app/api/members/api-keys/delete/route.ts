import { deleteKey } from "@/lib/auth/keys/api-keys";
import { deleteApiKeyOperation } from "@/lib/contracts/members/api-keys";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Deletes an API key; its tokens end at once. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(deleteApiKeyOperation, "api_key_deleted", async (tx, { member, input }) => {
    const { name } = await deleteKey(tx, member.accountId, input.id);
    return { details: { name } };
  }),
});

import { deleteKey } from "@/lib/auth/keys/api-keys";
import { deleteApiKeyOperation } from "@/lib/contracts/members/api-keys";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Deletes an API key; its tokens end at once. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(deleteApiKeyOperation, async ({ change, member, input }) => {
    await change(async (tx, write) => {
      const { name } = await deleteKey(tx, member.accountId, input.id);
      await write("api_key_deleted", { name });
    });
    return { success: true as const };
  }),
});

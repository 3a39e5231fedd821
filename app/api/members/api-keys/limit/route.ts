import { limitKey } from "@/lib/auth/keys/api-keys";
import { limitApiKey } from "@/lib/contracts/members/api-keys";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Sets what may be spent with an API key in a day, or lets it spend anything. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(limitApiKey, "api_key_changed", async (tx, { member, input }) => {
    const { id, dailyLimit = null } = input;
    const { name } = await limitKey(tx, member.accountId, { id, dailyLimit });
    return { details: { name, dailyLimit: dailyLimit ?? "none" } };
  }),
});

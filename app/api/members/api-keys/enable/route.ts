import { enableKey } from "@/lib/auth/keys/api-keys";
import { setApiKeyEnabled } from "@/lib/contracts/members/api-keys";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Disables an API key, or enables it again. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(setApiKeyEnabled, "api_key_changed", async (tx, { member, input, now }) => {
    const { name } = await enableKey(tx, member.accountId, input, now);
    return { details: { name, enabled: input.enabled } };
  }),
});

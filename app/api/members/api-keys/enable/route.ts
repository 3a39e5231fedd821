import { enableKey } from "@/lib/accounts/api-keys";
import { recordActivity } from "@/lib/accounts/record-activity";
import { setApiKeyEnabled } from "@/lib/contracts/members/api-keys";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Disables an API key, or enables it again. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(setApiKeyEnabled, async ({ db, member, actor, input, now }) => {
    const { name } = await enableKey(db, member.accountId, input, now);
    const details = { name, enabled: input.enabled };
    await recordActivity(db, member.accountId, actor, "api_key_changed", details, now);
    return { success: true as const };
  }),
});

import { removeErrorRule as operation } from "@/lib/contracts/admin/error-rules";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { removeErrorRule } from "@/lib/messages/networks/change-networks";

/** Takes a rule for networks' errors away. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: admin(operation, async ({ db, actor, input, now }) => {
    await removeErrorRule(db, input, { actor, now });
    return { success: true as const };
  }),
});

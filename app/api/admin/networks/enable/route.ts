import { enableNetwork as operation } from "@/lib/contracts/admin/networks";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { enableNetwork } from "@/lib/messages/networks/change-networks";

/** Switches a network off, or on. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: admin(operation, async ({ db, actor, input, now }) => {
    await enableNetwork(db, input, { actor, now });
    return { success: true as const };
  }),
});

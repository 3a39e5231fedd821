import { drainNetwork as operation } from "@/lib/contracts/admin/networks";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { drainNetwork } from "@/lib/messages/networks/change-networks";

/** Has a network take no more messages, or take them again. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: admin(operation, async ({ db, actor, input, now }) => {
    await drainNetwork(db, input, { actor, now });
    return { success: true as const };
  }),
});
